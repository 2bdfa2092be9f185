import { describe, expect, it } from 'vitest'
import type { MailView } from './mail.ts'
import { brand, order, samples } from './samples.ts'
import { staffSamples } from './staff-samples.ts'
import { renderMail, renderStaffMail } from './templates.tsx'

/** Markup in every text that a mail shows: nothing of it becomes part of the mail. */

const MARKUP =
  '</style><script>run()</script><img src=x onerror="run()"><a href="javascript:run()">'

/** What no person types: kinds and states, ids, dates and addresses that the server makes. */
const NAMES_OF_CODES =
  /^(kind|status|state|outcome|madeBy|extent|reason|change|role|feeType|currency|locale|timeZone|id|\w+Id)$/
const DATE_OR_ADDRESS = /^(\d{4}-\d\d-\d\d|https?:|\/)/

/** The same view with markup behind each text of it, so that a new one is covered by itself. */
function marked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isTyped(value, name) ? value + MARKUP : value
  if (Array.isArray(value)) return value.map((entry) => marked(entry, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, marked(entry, key)]))
}

const isTyped = (value: string, name: string) =>
  !NAMES_OF_CODES.test(name) && !DATE_OR_ADDRESS.test(value)

// biome-ignore lint/suspicious/noExplicitAny: the copy has the shape of what it was made of
const markedAs = <T>(view: T): T => marked(view) as any

/** A checkout rule took something off, under its name. */
const rule = {
  ruleId: 'r1',
  name: 'Early birds',
  isOfCoupon: false,
  discounts: [],
  combines: false,
}
const rules = [{ ...rule, discountMinor: 300 }]
const withRule: MailView = {
  ...{ kind: 'confirmation', brand, data: {} },
  order: { ...order, quote: { ...order.quote, discountMinor: 300, rules } },
}

const mails = [
  ...Object.entries({ ...samples, 'confirmation with a rule': withRule }).map(
    ([name, mail]) => [name, () => renderMail(markedAs(mail))] as const,
  ),
  ...Object.entries(staffSamples).map(
    ([name, mail]) => [`to staff: ${name}`, () => renderStaffMail(markedAs(mail))] as const,
  ),
]

describe.each(mails)('%s', (_, render) => {
  it('shows markup in its texts as text', async () => {
    const { html, text } = await render()
    const tags = html.replace(/="[^"]*"/g, '=""')
    expect(tags).not.toMatch(/<script|<[^>]*\sonerror=/i)
    expect(html).not.toMatch(/href="\s*javascript:/i)
    expect(html).toContain('&lt;script&gt;')
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(text).toContain('<script>run()</script>')
  })
})

it('the name of a rule is among the texts', async () => {
  const { text } = await renderMail(markedAs(withRule))
  expect(text).toContain(`Early birds${MARKUP}`)
})
