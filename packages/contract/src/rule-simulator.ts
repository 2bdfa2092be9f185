import { RULE_WARNING_CODES } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './fields.ts'
import { readingCoupons } from './office-coupons.ts'

/** What helps to find out what checkout rules do. */
export const ruleSimulator = {
  getRuleWarnings: endpoint({
    ...readingCoupons,
    path: '/api/admin/checkout-rules/warnings',
    summary: 'Active rules that can never apply, or that get into the way of each other',
    output: z.object({
      warnings: z.array(
        z.object({ ruleId: uuid, code: z.enum(RULE_WARNING_CODES), text: z.string() }),
      ),
    }),
    errors: [...STAFF_ERRORS],
  }),
} as const
