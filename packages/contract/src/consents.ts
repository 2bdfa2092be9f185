import * as z from 'zod/mini'
import {
  OPENED_ORDER,
  RECENT_STAFF_ERRORS,
  recentStaffWho,
  STAFF_ERRORS,
  staffWho,
} from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, version } from './fields.ts'
import { BACK_OFFICE, ORDER } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'
import { SETTING_ERRORS } from './settings.ts'
import { tableSchema } from './table.ts'

/** What buyers accept at the checkout, how long their data is stored, and what they take back. */

/** The most characters of the text beside the box about news. */
const MARKETING_CHARACTERS = 300

/** How many years after the visit an organizer may store personal data. */
export const KEPT_YEARS = { min: 1, max: 99 } as const

const years = z.nullable(z.int().check(z.gte(KEPT_YEARS.min), z.lte(KEPT_YEARS.max)))

const privacyFields = {
  /** Buyers tick that they accept the page 'terms' before they order. */
  requiresTerms: z.boolean(),
  /** A box about news by mail, which is never ticked in advance. */
  asksMarketing: z.boolean(),
  /** What the box says; null: nothing was written yet. */
  marketingText: z.nullable(text(MARKETING_CHARACTERS)),
  /** Of paid and of free orders; null: as the installation has it. */
  keepPaidYears: years,
  keepFreeYears: years,
}

const privacySchema = z.object({
  ...privacyFields,
  /** The version that buyers accept now; null: none. */
  termsVersion: z.nullable(z.int()),
  /** What counts where the organizer says nothing. */
  usualYears: z.object({ paid: z.int(), free: z.int() }),
  version,
})
export type PrivacySettings = z.output<typeof privacySchema>

const orderConsentsSchema = z.object({
  /** The news that the buyer agreed to; null: none, or taken back. */
  marketing: z.nullable(z.object({ text: z.string(), acceptedAt: instant })),
})

export const consents = {
  getOrderConsents: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/consents',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'What the buyer of an order agreed to and may take back',
    params: orderParams,
    query: orderCredential,
    output: orderConsentsSchema,
    errors: ['order_not_found', 'order_link_ended'],
  }),
  revokeMarketing: endpoint({
    method: 'DELETE',
    path: '/api/orders/:orderId/consents/marketing',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'Takes back the consent to news, for all orders of the address',
    params: orderParams,
    query: orderCredential,
    output: orderConsentsSchema,
    errors: ['order_not_found', 'order_link_ended'],
  }),
} as const

export const privacySettings = {
  getPrivacy: endpoint({
    method: 'GET',
    path: '/api/admin/settings/privacy',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'What buyers accept at the checkout, and how long their data is stored',
    output: privacySchema,
    errors: [...STAFF_ERRORS],
  }),
  changePrivacy: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/privacy',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Changes both; orders that were made keep what was accepted',
    body: z.object({ ...privacyFields, version }),
    output: privacySchema,
    errors: [...SETTING_ERRORS, 'validation_failed'],
  }),
  exportConsents: endpoint({
    method: 'POST',
    path: '/api/admin/exports/marketing',
    isLong: true,
    access: recentStaffWho('buyers.export'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Everybody who agreed to news and has not taken it back, as a table',
    output: tableSchema,
    errors: [...RECENT_STAFF_ERRORS],
  }),
} as const
