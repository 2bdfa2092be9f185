import { MAIL_KINDS } from '@foyer/domain'
import { describe, expect, it } from 'vitest'
import type { MailOrder, MailView } from './mail.ts'
import { brand, event, order, samples } from './samples.ts'
import { renderMail } from './templates.tsx'

const all = Object.entries(samples)
const confirmationOf = (changes: Partial<MailOrder>): MailView => ({
  kind: 'confirmation',
  brand,
  data: {},
  order: { ...order, ...changes },
})

it('has a template for every kind', () => {
  expect(new Set(all.map(([, mail]) => mail.kind))).toEqual(new Set(MAIL_KINDS))
})

describe.each(all)('%s', (_, mail) => {
  it('has a text alternative that is reviewed as a snapshot', async () => {
    const { subject, text } = await renderMail(mail)
    expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot()
  })

  it('promises no scan at the door, since no code is scanned and no ticket is redeemed yet', async () => {
    const { text } = await renderMail(mail)
    expect(text).not.toMatch(/scan|opens? the door|lets? .+ in\b|marked as used/i)
  })

  it('has both themes in one page, no script, and no picture but its own ones with a text', async () => {
    const { html } = await renderMail(mail)
    expect(html).toMatch(/^<!DOCTYPE html[^>]*>/)
    expect(html).toContain(`lang="${mail.brand.locale}"`)
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<(script|link|iframe|form)\b|oklch|url\(/)
    for (const [picture] of html.matchAll(/<img\b[^>]*>/g)) {
      expect(picture).toMatch(/ alt="[^"]+"/)
      expect(picture).toMatch(/ width="\d+"/)
      expect(picture).toMatch(
        / src="(cid:ticket-\d+@foyer|https:\/\/tickets\.example\.com\/previews\/)/,
      )
    }
    // Gmail truncates longer mails.
    expect(html.length).toBeLessThan(60_000)
  })

  it('has a preview that differs from its subject', async () => {
    const { html, subject } = await renderMail(mail)
    const [, preview] = /data-skip-in-text="true"[^>]*>([^<]+)/.exec(html) ?? []
    expect(preview?.length).toBeGreaterThan(10)
    expect(preview).not.toBe(subject)
  })
})

const BASE = 'https://tickets.example.com'

describe('each kind has its subject, its facts and its links', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'confirmation',
      'Your tickets for The Long Night of Small Orchestras (order 7F3A91C2)',
      [
        'You’re going, Ada.',
        'Ticket 1, General admission: 7K2M9-XQ4RT',
        '$32.49, fees included',
        'Total paid: $91.97',
        'If you can’t go',
        'Tickets are non-transferable: nobody else can go with yours.',
      ],
      [
        '/order-tickets/o1?token=abc',
        '/api/orders/o1/calendar.ics?token=abc',
        '/order-confirmation/o1?token=abc',
      ],
    ],
    [
      'confirmation without valid tickets',
      'Your order 7F3A91C2 for The Long Night of Small Orchestras',
      ['No valid tickets for The Long Night of Small Orchestras.'],
      ['/order-confirmation/o1?token=abc'],
    ],
    [
      'refund of all',
      'Your refund of $91.97 for The Long Night of Small Orchestras',
      ['Reference: re_3Pq8LkFoyer9x2', 'Refund: $91.97'],
      ['/order-confirmation/o1?token=abc'],
    ],
    [
      'refund of an amount',
      'Your refund of $20.99 for The Long Night of Small Orchestras',
      ['The tickets below stay valid.', 'Ticket 3, Balcony, reduced'],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'refund of a change that could not be made',
      'Your refund of $18.00 for The Long Night of Small Orchestras',
      [
        'Your change could not be made. You get your money back.',
        'Your tickets stay as they were',
        'Refund R-8LKF0Y2X: $18.00',
      ],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'refund where no places were left',
      'Your refund of $91.97 for The Long Night of Small Orchestras',
      ['No places were left. You get your money back.', 'Refund: $91.97'],
      ['/events-api/e1'],
    ],
    [
      'reschedule',
      'New time for The Long Night of Small Orchestras (order 7F3A91C2)',
      [
        'Your new time is set.',
        'Your tickets are now for Saturday, November 28, 2026, 7:30 PM instead of Friday, November 27, 2026, 7:30 PM.',
        'Tickets 1, 2, and 3 have new codes, shown below. The old codes are no longer valid',
        'Ticket 3, Balcony, reduced: Nov 27, 2026, 7:30 PM → Nov 28, 2026, 7:30 PM: +$5.00',
        'Change fee: $3.00',
        'Paid: $18.00',
        'Attached: your tickets to print, a receipt, and a file that updates your calendar.',
        'Please bring a valid ID.',
      ],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'upgrade',
      'Upgraded: The Long Night of Small Orchestras (order 7F3A91C2)',
      [
        'Ticket 1: General admission → Balcony: +$7.50',
        'Paid: $15.00',
        'Total: $91.97',
        'Tickets 1 and 2 have new codes',
      ],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'reschedule whose difference was waived',
      'New time for The Long Night of Small Orchestras (order 7F3A91C2)',
      ['Not charged: too small for a card: $0.30'],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'cheaper reschedule',
      'New time for The Long Night of Small Orchestras (order 7F3A91C2)',
      ['Refund R-8LKF0Y2X: $12.00', 'Banks take up to ten days to show it.'],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'cancellation of one ticket',
      'Cancelled: The Long Night of Small Orchestras (order 7F3A91C2)',
      [
        'Ticket 3 is no longer valid. The tickets below stay valid, and their codes are the same. $18.50 is on its way back.',
        'Attached: a receipt, and a file that updates your calendar.',
        'Not refunded: $2.49',
        'Refund R-8LKF0Y2X: $18.50',
        'Total: $70.98',
      ],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'cancellation of all',
      'Cancelled: The Long Night of Small Orchestras (order 7F3A91C2)',
      ['Your order is cancelled.', 'None of its tickets is valid any more.'],
      ['/order-confirmation/o1?token=abc'],
    ],
    [
      'cancellation without a refund',
      'Cancelled: The Long Night of Small Orchestras (order 7F3A91C2)',
      ['Nothing is refunded.', 'Not refunded: $20.99'],
      ['/order-tickets/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'lookup code',
      '402913 is your code at Foyer Demo',
      ['402913', 'It is valid for 10 minutes.'],
      ['/manage-orders?code=402913'],
    ],
    [
      'waiver link',
      'Please sign before you come: The Long Night of Small Orchestras',
      ['One signature before you come, Grace.'],
      ['/waiver/w1?token=abc'],
    ],
    [
      'payment trouble',
      'Your payment for The Long Night of Small Orchestras did not go through',
      ['Your bank declined it.', 'Amount: $91.97', 'Charged: $0.00'],
      ['/events-api/e1'],
    ],
    [
      'session called off',
      'Called off: The Long Night of Small Orchestras (order 7F3A91C2)',
      [
        // Other sessions of the event take place.
        'Your session of The Long Night of Small Orchestras is called off.',
        'Your tickets are no longer valid for entry.',
        'The storm has damaged the roof.',
        'Please choose by Nov 24, 2026, 12:00 PM, Pacific Standard Time: another time at no extra cost, or all your money back, fees included.',
        'Without an answer, what you paid for these tickets goes back to you.',
      ],
      ['/order-change/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
    [
      'session called off without a choice',
      'Called off: The Long Night of Small Orchestras (order 7F3A91C2)',
      ['goes back to you, fees included. You need not do anything.'],
      ['/order-confirmation/o1?token=abc'],
    ],
    [
      'session moved',
      'New time for The Long Night of Small Orchestras: please check (order 7F3A91C2)',
      [
        'Your tickets and their codes are valid at the new time.',
        'your tickets stay valid for the new time.',
      ],
      ['/order-change/o1?token=abc', '/order-confirmation/o1?token=abc'],
    ],
  ])('%s', async (name, subject, words, links) => {
    const mail = await renderMail(sampleOf(name))
    expect(mail.subject).toBe(subject)
    for (const text of words) expect(mail.text).toContain(text)
    expect(linksOf(mail.html)).toEqual(links.map((link) => BASE + link))
  })

  it('a change of some tickets names these, and says nothing of the others', async () => {
    const mail = sampleOf('reschedule')
    if (mail.kind !== 'reschedule' || !mail.change) throw new Error('The sample has no change')
    const change = { ...mail.change, tickets: mail.change.tickets.slice(1, 2) }
    const { text } = await renderMail({ ...mail, change })
    expect(text).toContain('Ticket 2 is now for Saturday, November 28, 2026, 7:30 PM instead of')
    expect(text).toContain('Ticket 2 has a new code, shown below. The old code is no longer valid')
  })

  it.each(['reschedule', 'upgrade', 'cancellation of one ticket'])(
    'a %s of an event with a waiver says who has not signed it',
    async (name) => {
      const mail = sampleOf(name)
      if (!('order' in mail) || !mail.order) throw new Error('The sample has no order')
      const waivers = { missing: 1, url: `${BASE}/waiver/o1?token=abc` }
      const { text, html } = await renderMail({ ...mail, order: { ...mail.order, waivers } })
      expect(text).toContain('One participant has not signed the waiver of this event yet.')
      expect(linksOf(html)).toContain(waivers.url)
    },
  )

  it('a change of more tickets than a mail carries does not say that they are attached', async () => {
    const mail = sampleOf('upgrade')
    if (mail.kind !== 'upgrade') throw new Error('The sample is of another kind')
    const visits = mail.order.visits.map((visit) => ({
      ...visit,
      tickets: Array.from({ length: 51 }, (_, index) => ({
        number: index + 1,
        typeName: 'General admission',
        places: 1,
        validationCode: `CODE${index}`,
        amountMinor: 3249,
        code: null,
      })),
    }))
    const { text } = await renderMail({ ...mail, order: { ...mail.order, visits } })
    expect(text).toContain('Attached: a receipt, and a file that updates your calendar.')
  })

  it('a waiver mail shows no codes, because the participant may not be the holder of the tickets', async () => {
    const { html } = await renderMail(sampleOf('waiver link'))
    for (const { validationCode } of order.visits.flatMap((visit) => visit.tickets)) {
      expect(html).not.toContain(validationCode)
    }
  })

  it.each([
    ['declined', 'Your bank declined it.'],
    ['not_confirmed', 'Your bank asked you to confirm it, and that was not finished.'],
    ['too_late', 'It was not finished while we held your places, so we cancelled it.'],
  ] as const)(
    'a payment that ended as %s says why, and that nothing was charged',
    async (reason, why) => {
      const mail = sampleOf('payment trouble')
      if (mail.kind !== 'payment_trouble') throw new Error('The sample is of another kind')
      const { text } = await renderMail({ ...mail, data: { ...mail.data, reason } })
      expect(text).toContain(why)
      expect(text).toContain('No tickets were issued, and nothing was charged.')
    },
  )
})

function sampleOf(name: string): MailView {
  const mail = samples[name]
  if (!mail) throw new Error(`There is no sample '${name}'`)
  return mail
}

/** The addresses of the links of a mail, except the link to the organizer's mail address. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => !href.startsWith('mailto:'))

describe.each(all)('the text part of %s', (_, mail) => {
  it('has every link of the HTML, and the address for questions', async () => {
    const { html, text } = await renderMail(mail)
    for (const link of linksOf(html)) expect(text).toContain(link)
    expect(text).toContain(brand.supportEmail)
    expect(text).not.toMatch(/<[a-z]/i)
  })
})

describe('what people typed', () => {
  const hostile = '<script>alert(1)</script> & "Friends"\r\nBcc: all@example.com'

  it.each(all)('never becomes markup in %s', async (_, mail) => {
    const typed = /^(name|firstName|typeName|place|participantName)$/
    const poisoned: MailView = JSON.parse(JSON.stringify(mail), (key, value) =>
      typed.test(key) && typeof value === 'string' ? hostile : value,
    )
    const { html, subject } = await renderMail(poisoned)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it('is shown as typed', async () => {
    const mail = confirmationOf({ firstName: hostile, event: { ...event, name: hostile } })
    const { html, text } = await renderMail(mail)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Friends&quot;')
    expect(text).toContain('<script>alert(1)</script> & "Friends"')
  })

  it('never begins another header', async () => {
    const { subject } = await renderMail(confirmationOf({ event: { ...event, name: hostile } }))
    expect(subject).toContain('Bcc: all@example.com')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it('is wrapped if it is long and has no space', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)
    const { html } = await renderMail(confirmationOf({ event: { ...event, name } }))
    expect(html).toContain(name)
    expect(html).toContain('overflow-wrap:anywhere')
  })
})

describe("figures have the tenant's locale and currency, and the venue's zone", () => {
  it.each([
    ['de-DE', 'eur', 'Samstag, 28. November 2026', '91,97 €'],
    ['ja-JP', 'jpy', '2026年11月28日', '￥9,197'],
    ['en-GB', 'gbp', 'Saturday, 28 November 2026', '£91.97'],
  ])('%s', async (locale, currency, day, total) => {
    const { text } = await renderMail({
      kind: 'confirmation',
      brand: { ...brand, locale },
      data: {},
      order: { ...order, quote: { ...order.quote, currency } },
    })
    const plain = text.replaceAll('\u00a0', ' ')
    expect(plain).toContain(day)
    expect(plain).toContain(`Total paid: ${total}`)
  })

  it('the time of an event names the zone of its venue', async () => {
    const away = { ...event, timeZone: 'Asia/Tokyo' }
    const { text } = await renderMail(confirmationOf({ event: away }))
    expect(text).toContain('12:30 PM, Japan Standard Time')
  })
})
