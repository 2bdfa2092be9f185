import * as z from 'zod/mini'
import { deskStaffWho, RECENT_STAFF_ERRORS, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  currency,
  instant,
  isDistinct,
  minorAmount,
  text,
  ticketIds,
  uuid,
} from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import {
  CHANGE_ERRORS,
  cancellationQuoteSchema,
  deskChangeSchema,
  rescheduleQuoteSchema,
  ticketIdList,
} from './order-changes.ts'
import { orderParams } from './orders.ts'
import { rescheduleOptionsSchema } from './reschedule-options.ts'
import { upgradeOptionsSchema } from './upgrade-options.ts'

/**
 * The team changes an order on behalf of its buyer, at the prices that hold for the buyer and whatever
 * the policy says to buyers. Nobody enters a card at the desk: the buyer gets a link to where a difference is paid.
 */

const base = {
  admission: 'finish',
  limits: BACK_OFFICE,
  params: orderParams,
  access: staffWho('orders.change'),
} as const

const chosen = { ticketIds: z.optional(ticketIdList) }

export const deskChanges = {
  listDeskTimes: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/orders/:orderId/reschedule-options',
    summary: 'The sessions that tickets of an order may be taken to by the team, with their prices',
    query: z.object({ ...chosen, date: z.optional(calendarDate) }),
    output: rescheduleOptionsSchema,
    errors: [...STAFF_ERRORS, 'order_not_found', 'ticket_not_found', 'reschedule_not_possible'],
  }),
  quoteDeskTime: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/orders/:orderId/reschedule-quote',
    summary: 'What it costs the buyer to take tickets to another session',
    query: z.object({ ...chosen, newSessionId: uuid }),
    output: rescheduleQuoteSchema,
    errors: [
      ...STAFF_ERRORS,
      'order_not_found',
      'session_not_found',
      'ticket_not_found',
      'reschedule_not_possible',
      'upgrade_not_possible',
    ],
  }),
  listDeskUpgrades: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/orders/:orderId/upgrade-options',
    summary: 'The dearer types that tickets of an order may become, and what that costs the buyer',
    query: z.object(chosen),
    output: z.object({ success: z.literal(true), data: upgradeOptionsSchema }),
    errors: [
      ...STAFF_ERRORS,
      'order_not_found',
      'ticket_not_found',
      'upgrade_not_possible',
      'change_limit_reached',
    ],
  }),
  quoteDeskCancellation: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/orders/:orderId/cancellation-quote',
    summary: 'What cancelled tickets give back by the policy, and on which payments',
    query: z.object(chosen),
    output: cancellationQuoteSchema,
    errors: [...STAFF_ERRORS, 'order_not_found', 'ticket_not_found', 'cancellation_not_possible'],
  }),
  changeAtDesk: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/orders/:orderId/changes',
    access: deskStaffWho('orders.change'),
    summary: 'Changes tickets for their buyer, or mails the buyer the link to pay for the change',
    body: z.object({
      change: deskChangeSchema,
      /** What the person saw. With other figures now, nothing changes. */
      shown: z.object({ dueMinor: minorAmount, refundMinor: minorAmount }),
      /** For the team; the buyer does not see it. */
      reason: text(1000),
    }),
    output: z.object({
      /** Null if the change was made. */
      payment: z.nullable(
        z.object({
          /** Where the buyer pays. It was mailed to them, too. */
          url: z.string(),
          email: z.string(),
          amountMinor: minorAmount,
          currency,
          /** Until then the new tickets are held. */
          heldUntil: instant,
        }),
      ),
    }),
    errors: [
      ...RECENT_STAFF_ERRORS,
      ...CHANGE_ERRORS,
      'nothing_to_pay',
      'payment_required',
      'payment_refunded',
      'payments_not_ready',
      'amount_mismatch',
      'amount_not_positive',
      'amount_too_low',
      'amount_too_high',
      'currency_mismatch',
    ],
  }),
  withdrawChange: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/orders/:orderId/withdrawn-change',
    access: deskStaffWho('orders.change'),
    summary: 'Ends the link with which a buyer was to pay for a change, and what is held for it',
    output: z.object({
      /** False if no change waited for its payment. */
      wasOffered: z.boolean(),
    }),
    errors: [...RECENT_STAFF_ERRORS, 'order_not_found', 'busy'],
  }),
  cancelAtDesk: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/orders/:orderId/cancellations',
    access: deskStaffWho('orders.change'),
    summary: 'Ends tickets, whatever the policy says to buyers, and refunds what it gives back',
    body: z.object({
      ticketIds: ticketIds.check(z.refine(isDistinct, { error: 'Each ticket may be named once' })),
      /** What the person saw. With another refund now, nothing is cancelled. */
      shown: z.object({ refundMinor: minorAmount }),
      reason: text(1000),
    }),
    output: z.object({ refundMinor: minorAmount, currency, ticketCount: z.int() }),
    errors: [
      ...RECENT_STAFF_ERRORS,
      'order_not_found',
      'ticket_not_found',
      'cancellation_not_possible',
      'amount_mismatch',
      'busy',
    ],
  }),
} as const
