import { IMPORTANT_INFORMATION_LIMITS, ORDER_LOOKUPS, SITE_PAGE_SLUGS } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { changePolicySchema } from './change-policies.ts'
import { endpoint } from './endpoint.ts'
import { instant, lines, text, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { SETTING_ERRORS, shopPreviewSchema } from './settings.ts'

/** The settings of an organizer: what buyers may do by themselves, and the texts of its pages. */

const policyFields = {
  /** A rule that is null is the default. Events may have rules of their own. */
  reschedule: z.nullable(changePolicySchema.shape.reschedule),
  upgrade: z.nullable(changePolicySchema.shape.upgrade),
  cancel: z.nullable(changePolicySchema.shape.cancel),
  orderLookup: z.enum(ORDER_LOOKUPS),
  /** Whether a total above 0 that is less than a card can be charged costs nothing. */
  waivesSmallTotals: z.boolean(),
  /** The lines for events without lines of their own; null: the product's. */
  importantInformation: z.nullable(
    z
      .array(text(IMPORTANT_INFORMATION_LIMITS.characters))
      .check(z.maxLength(IMPORTANT_INFORMATION_LIMITS.lines)),
  ),
}

const policiesSchema = z.object({ ...policyFields, version })
export type Policies = z.output<typeof policiesSchema>

/** The most characters of a page; its bytes are bounded by the table. */
const PAGE_CHARACTERS = 60_000

const pageFields = { title: text(120), body: lines(PAGE_CHARACTERS, 1) }
const slug = z.enum(SITE_PAGE_SLUGS)

const pageSchema = z.object({
  slug,
  ...pageFields,
  /** Whether the organizer has written it; otherwise it is the product's text. */
  isOwn: z.boolean(),
  updatedAt: z.nullable(instant),
  version,
})
export type PageSettings = z.output<typeof pageSchema>

const PAGE_BYTES = PAGE_CHARACTERS * 4

export const settingsTexts = {
  getPolicies: endpoint({
    method: 'GET',
    path: '/api/admin/settings/policies',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'What buyers may change by themselves, and what they have to know',
    output: policiesSchema,
    errors: [...STAFF_ERRORS],
  }),
  changePolicies: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/policies',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Changes them for all events without rules of their own, also for orders already made',
    body: z.object({ ...policyFields, version }),
    output: policiesSchema,
    errors: [...SETTING_ERRORS],
  }),
  listOwnPages: endpoint({
    method: 'GET',
    path: '/api/admin/settings/pages',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The pages of the shop, and which of them the organizer has written',
    output: z.object({
      pages: z.array(
        z.object({ slug, title: z.string(), isOwn: z.boolean(), updatedAt: z.nullable(instant) }),
      ),
    }),
    errors: [...STAFF_ERRORS],
  }),
  getOwnPage: endpoint({
    method: 'GET',
    path: '/api/admin/settings/pages/:slug',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'A page of the shop as it is written: Markdown',
    params: z.object({ slug }),
    output: pageSchema,
    errors: [...STAFF_ERRORS],
  }),
  changeOwnPage: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/pages/:slug',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Writes a page of the shop',
    params: z.object({ slug }),
    body: z.object({ ...pageFields, version }),
    bodyBytes: PAGE_BYTES,
    output: pageSchema,
    errors: [...SETTING_ERRORS, 'busy', 'too_complex'],
  }),
  revertOwnPage: endpoint({
    method: 'DELETE',
    path: '/api/admin/settings/pages/:slug',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Gives a page the product’s text again',
    params: z.object({ slug }),
    query: z.object({ version }),
    output: pageSchema,
    errors: [...SETTING_ERRORS],
  }),
  previewOwnPage: endpoint({
    method: 'POST',
    path: '/api/admin/settings/pages/:slug/preview',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Prepares a preview of a page that is not saved, for this session alone',
    params: z.object({ slug }),
    body: z.object(pageFields),
    bodyBytes: PAGE_BYTES,
    output: shopPreviewSchema,
    errors: [...STAFF_ERRORS, 'busy', 'too_complex'],
  }),
} as const
