import { MAXIMUM_CHARGE_MINOR, REFUND_REASON_NAMES } from '@foyer/domain'
import * as z from 'zod/mini'
import { deskStaffWho, RECENT_STAFF_ERRORS, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, instant, isDistinct, lines, minorAmount, ticketIds, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { orderParams } from './orders.ts'

/** Money that the team gives back at the order desk: previewed first, then given back exactly once. */

const withFees = z.boolean()
export const REASON_CHARACTERS = 500

const wanted = z.discriminatedUnion('kind', [
  /** All that is left; all its tickets end. */
  z.object({ kind: z.literal('whole'), withFees }),
  /** These tickets end, and their stock is on sale again. */
  z.object({
    kind: z.literal('tickets'),
    ticketIds: ticketIds.check(z.refine(isDistinct, { error: 'Each ticket may be named once' })),
    withFees,
  }),
  /** All tickets stay valid. */
  z.object({
    kind: z.literal('amount'),
    amountMinor: minorAmount.check(z.gte(1), z.lte(MAXIMUM_CHARGE_MINOR)),
    withFees,
  }),
])
export type WantedRefund = z.output<typeof wanted>

/** What was paid for an order, and what of it a refund may take. */
const refundable = z.object({
  currency,
  paidMinor: minorAmount,
  refundedMinor: minorAmount,
  leftMinor: minorAmount,
  /** The service fees within what is left. */
  leftFeeMinor: minorAmount,
  /** A bank takes a charge back, so nothing can be refunded. */
  isDisputed: z.boolean(),
  /** The tickets that are valid. */
  tickets: z.array(
    z.object({
      id: uuid,
      number: z.int(),
      typeName: z.string(),
      /** What it was bought at, with fees and taxes. */
      amountMinor: minorAmount,
      isRedeemed: z.boolean(),
    }),
  ),
})
export type Refundable = z.output<typeof refundable>

const preview = z.object({
  currency,
  amountMinor: minorAmount,
  /** Within the amount: service fees with their tax, the tax of the rest, and the tax of the fees. */
  feeMinor: minorAmount,
  taxMinor: minorAmount,
  feeTaxMinor: minorAmount,
  /** What went back before, and what is left afterwards. */
  refundedMinor: minorAmount,
  leftMinor: minorAmount,
  /** The tickets that end, by number, and the add-ons that end with the last one. */
  ticketNumbers: z.array(z.int()),
  addOns: z.array(z.object({ name: z.string(), amountMinor: minorAmount })),
  /** To which charges it goes back, the newest first. */
  charges: z.array(
    z.object({
      paidAt: instant,
      capturedMinor: minorAmount,
      amountMinor: minorAmount,
      /** What the platform gives back of its fee to the organizer. */
      platformFeeMinor: minorAmount,
    }),
  ),
})
export type RefundPreview = z.output<typeof preview>

const base = { admission: 'finish', limits: BACK_OFFICE, params: orderParams } as const

export const deskRefunds = {
  getRefundable: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/orders/:orderId/refundable',
    access: staffWho('orders.read'),
    summary: 'What was paid for an order, what went back, and which tickets can be given back',
    output: refundable,
    errors: [...STAFF_ERRORS, 'order_not_found'],
  }),
  previewRefund: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/orders/:orderId/refund-preview',
    access: staffWho('orders.refund'),
    summary: 'What a refund would give back, to which charge, and what ends with it',
    body: z.object({ wanted }),
    output: preview,
    errors: [...STAFF_ERRORS, 'order_not_found', 'refund_not_possible'],
  }),
  refundOrder: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/orders/:orderId/refunds',
    access: deskStaffWho('orders.refund'),
    summary: 'Refunds an order, some of its tickets or an amount, as it was previewed',
    body: z.object({
      /** Made by the dialog: a repeated request returns the first refund. */
      key: uuid,
      wanted,
      /** What the preview showed. With other figures now, nothing is refunded. */
      shown: z.object({
        amountMinor: minorAmount.check(z.gte(1), z.lte(MAXIMUM_CHARGE_MINOR)),
        refundedMinor: minorAmount.check(z.gte(0)),
      }),
      reason: z.enum(REFUND_REASON_NAMES),
      /** For the team; the buyer does not see it. */
      note: lines(REASON_CHARACTERS),
    }),
    output: z.object({
      refundId: uuid,
      /** What the buyer's mail calls it. */
      reference: z.string(),
      amountMinor: minorAmount,
      currency,
      ticketCount: z.int(),
    }),
    errors: [
      ...RECENT_STAFF_ERRORS,
      'order_not_found',
      'refund_not_possible',
      'changed_meanwhile',
      'idempotency_conflict',
      'busy',
    ],
  }),
} as const
