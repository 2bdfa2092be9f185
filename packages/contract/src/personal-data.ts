import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { email, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** What an organizer stores about one buyer, who is named by an e-mail address. */

/** How people read of the rows of a table. */
export const PERSONAL_KINDS = [
  'orders',
  'lines',
  'tickets',
  'consents',
  'changes',
  'payments',
  'refunds',
  'mails',
  'waivers',
  'carts',
  'lookups',
  'wallets',
  'other',
] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

const personSchema = z.object({
  email,
  /** What is stored; empty if nothing is. */
  kinds: z.array(z.object({ kind: z.enum(PERSONAL_KINDS), count: z.int() })),
  orders: z.array(
    z.object({ id: uuid, number: z.string(), eventName: z.string(), total: z.string() }),
  ),
  /** Why it is too early to erase the person, a sentence each. */
  open: z.array(z.string()),
  /** The payments under which the provider stores what was typed there. */
  providerPayments: z.array(z.string()),
  /**
   * What the team itself wrote that names the address: mails to the buyers of a date, and checkout rules.
   * An erasure leaves it, because it is the organizer's own text.
   */
  ownTexts: z.object({ messages: z.int(), rules: z.int() }),
})
export type StoredPerson = z.output<typeof personSchema>

// The address is in the body: addresses of requests are logged by proxies.
const base = {
  method: 'POST',
  access: recentStaffWho('privacy.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const

export const personalData = {
  findPerson: endpoint({
    ...base,
    path: '/api/admin/personal-data/find',
    isLong: true,
    summary: 'What is stored about the person with an e-mail address',
    body: z.object({ email }),
    output: personSchema,
    errors: [...RECENT_STAFF_ERRORS],
  }),
  exportPerson: endpoint({
    ...base,
    path: '/api/admin/personal-data/export',
    isLong: true,
    summary: 'All of it as a JSON file; the audit log has who took it, without the address',
    body: z.object({ email }),
    output: z.object({ name: z.string(), text: z.string(), rows: z.int() }),
    errors: [...RECENT_STAFF_ERRORS],
  }),
  erasePerson: endpoint({
    ...base,
    path: '/api/admin/personal-data/erase',
    isLong: true,
    summary: 'Erases the person from orders, and deletes mails, contacts and signatures',
    body: z.object({
      email,
      /** The address, typed again. */
      typed: text(254),
      /** Also while a visit is to come, or a payment or a refund is under way. */
      evenOpen: z.boolean(),
    }),
    output: z.object({
      /** What is stored now: nothing, or what the person ordered meanwhile. */
      left: personSchema,
      orders: z.int(),
      providerPayments: z.array(z.string()),
    }),
    errors: [...RECENT_STAFF_ERRORS, 'validation_failed', 'erase_too_early'],
  }),
} as const
