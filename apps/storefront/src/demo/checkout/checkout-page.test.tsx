import { expect, it } from 'vitest'
import { aContext } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/show-page.tsx'
import { DEMO_EVENT } from '../sample-data.ts'

const EVENT = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'
const page = await showPage(aContext(), `/checkout?eventId=${EVENT}`)

it('requires each of its fields, with the kind that a browser checks', () => {
  const labels = [...page.html.matchAll(/<label [^>]*for="([^"]+)"[^>]*>(?:<[^>]+>)*([^<]+)/g)]
  const fields = labels.map(([, id, label]) => {
    const input = new RegExp(`<input [^>]*id="${id}"[^>]*>`).exec(page.html)?.[0] ?? ''
    const type = /type="(\w+)"/.exec(input)?.[1] ?? 'text'
    return `${label}: ${type}${input.includes('required') ? '' : ', optional'}`
  })
  expect(fields).toEqual([
    'First Name: text',
    'Last Name: text',
    'Email Address: email',
    'Phone Number: tel',
    'Street Address: text',
    'City: text',
    'State/Province: text',
    'ZIP/Postal Code: text',
    'Country: text',
    'Name on Card: text',
    'Card Number: text',
    'Expiry Date: text',
    'CVV: text',
  ])
  expect(page.html).toContain('placeholder="MM/YY"')
})

it('lists event, venue, date, slot, lines and total, and leads back to the extras of its event', () => {
  for (const words of [
    '15:00',
    DEMO_EVENT.name,
    DEMO_EVENT.venue,
    'Saturday, November 1, 2025',
    '7:30 PM',
    '2 × General Admission',
    '1 × Fast Pass',
    '1 × Souvenir Photo',
    'Complete Purchase - $115.96',
    'Tickets will be sent to your email address',
  ]) {
    expect(page.text).toContain(words)
  }
  expect(page.html).toContain(`href="/event/${EVENT}/addons"`)
})
