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
  it('reads well without HTML', async () => {
    const { subject, text } = await renderMail(mail)
    expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot()
  })

  it('promises nothing of a gate, since nothing scans a code or marks a ticket as used yet', async () => {
    const { text } = await renderMail(mail)
    expect(text).not.toMatch(/scan|opens? the door|lets? .+ in\b|marked as used/i)
  })

  it('is one page for both themes that needs no picture and runs nothing', async () => {
    const { html } = await renderMail(mail)
    expect(html).toMatch(/^<!DOCTYPE html[^>]*>/)
    expect(html).toContain(`lang="${mail.brand.locale}"`)
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|oklch|url\(/)
    // Gmail cuts what is longer.
    expect(html.length).toBeLessThan(60_000)
  })

  it('says in the preheader more than the subject does', async () => {
    const { html, subject } = await renderMail(mail)
    const [, preview] = /data-skip-in-text="true"[^>]*>([^<]+)/.exec(html) ?? []
    expect(preview?.length).toBeGreaterThan(10)
    expect(preview).not.toBe(subject)
  })
})

describe('what people typed', () => {
  const hostile = '<script>alert(1)</script> & "Friends"\r\nBcc: all@example.com'

  it('is shown as it is, and never becomes markup', async () => {
    const mail = confirmationOf({ firstName: hostile, event: { ...event, name: hostile } })
    const { html, text } = await renderMail(mail)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Friends&quot;')
    expect(text).toContain('<script>alert(1)</script> & "Friends"')
  })

  it('never begins a header of its own', async () => {
    const { subject } = await renderMail(confirmationOf({ event: { ...event, name: hostile } }))
    expect(subject).toContain('Bcc: all@example.com')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it('may be long without a space', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)
    const { html } = await renderMail(confirmationOf({ event: { ...event, name } }))
    expect(html).toContain(name)
    expect(html).toContain('overflow-wrap:anywhere')
  })
})

describe("figures follow the tenant's locale and currency, and the venue's zone", () => {
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

  it('names the zone of the venue, in which the date may be another than here', async () => {
    const away = { ...event, timeZone: 'Asia/Tokyo' }
    const { text } = await renderMail(confirmationOf({ event: away }))
    expect(text).toContain('12:30 PM, Japan Standard Time')
  })
})
