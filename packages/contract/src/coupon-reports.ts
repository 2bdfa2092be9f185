import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, instant, uuid } from './fields.ts'
import { readingCoupons } from './office-coupons.ts'
import { tableSchema } from './table.ts'

/** What campaigns came to: reports of coupon groups, coupon codes and checkout rules. */

/** What a report is of. That of a group has a row for each code, the others one for each event. */
export const REPORT_SUBJECTS = ['group', 'code', 'rule'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

/** How many rows a report shows: those with the most uses. The file has all. */
export const REPORT_ROWS = 100

/** Each figure is defined here and nowhere else. Amounts of one currency are never added to others. */
const figures = {
  currency,
  /** Orders that it took something off, in the span, by the moment of the purchase; lists count the same. */
  usageCount: z.int(),
  /** Of these, the orders that are neither cancelled nor refunded as a whole today. */
  orderCount: z.int(),
  /** Tickets of all these orders that are not cancelled today. */
  ticketCount: z.int(),
  /** What it took off when they were bought; later changes and refunds do not lower it. */
  discountMinor: z.int(),
  /**
   * What was charged for these orders, also for their changes, less all refunds that have not failed. Fees
   * and added taxes are within it; a dispute is not taken off.
   */
  revenueMinor: z.int(),
} as const

const reportFigures = z.object(figures)
export type ReportFigures = z.output<typeof reportFigures>

/** A code or an event; an event that was sold in two currencies has two rows. */
const reportRow = z.object({ id: uuid, name: z.string(), ...figures })
export type ReportRow = z.output<typeof reportRow>

const reportParams = z.object({ subject: z.enum(REPORT_SUBJECTS), subjectId: uuid })

/** Orders from a moment on and before another; without both, all of them. */
const reportSpan = z.object({ from: z.optional(instant), until: z.optional(instant) })

const couponReport = z.object({
  /** The name of the group or of the rule, or the code. */
  name: z.string(),
  /** One for each currency; none without a use. */
  totals: z.array(reportFigures),
  /** The most used first. */
  rows: z.array(reportRow).check(z.maxLength(REPORT_ROWS)),
  /** How many rows there are with those that are not shown. */
  rowCount: z.int(),
})
export type CouponReport = z.output<typeof couponReport>

const reading = {
  ...readingCoupons,
  params: reportParams,
  query: reportSpan,
  errors: [
    ...STAFF_ERRORS,
    'coupon_group_not_found',
    'coupon_not_found',
    'checkout_rule_not_found',
    'validation_failed',
  ],
} as const

export const couponReports = {
  getCouponReport: endpoint({
    ...reading,
    path: '/api/admin/coupon-reports/:subject/:subjectId',
    isLong: true,
    reads: 'recent',
    summary:
      'What a coupon group, a coupon code or a checkout rule came to: uses, sales, discounts',
    output: couponReport,
  }),
  exportCouponReport: endpoint({
    ...reading,
    path: '/api/admin/coupon-reports/:subject/:subjectId/file',
    isLong: true,
    reads: 'recent',
    summary: 'The rows of such a report, all of them, as a table',
    output: tableSchema,
  }),
} as const
