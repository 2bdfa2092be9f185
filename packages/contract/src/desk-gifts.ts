import { GIFT_REASON_NAMES, MOST_GIVEN } from '@foyer/domain'
import * as z from 'zod/mini'
import { deskStaffWho, RECENT_STAFF_ERRORS } from './access.ts'
import { REASON_CHARACTERS } from './desk-refunds.ts'
import { endpoint } from './endpoint.ts'
import { contact, lines, ticketLines, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** Tickets that the team gives away: an order at no price, with everything that an order has. */
export const deskGifts = {
  giveTickets: endpoint({
    method: 'POST',
    path: '/api/admin/complimentary-orders',
    // No money moves and the tickets can be taken back, so an older sign-in will do.
    access: deskStaffWho('orders.refund'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Gives tickets of a session to a person, who gets them by mail',
    status: 201,
    body: z.object({
      /** Made by the dialog: a repeated request returns the first order. */
      key: uuid,
      sessionId: uuid,
      tickets: ticketLines.check(
        z.refine((all) => all.reduce((sum, { quantity }) => sum + quantity, 0) <= MOST_GIVEN, {
          error: `At most ${MOST_GIVEN} tickets at a time`,
        }),
      ),
      person: contact,
      reason: z.enum(GIFT_REASON_NAMES),
      /** For the team; the guest does not see it. */
      note: lines(REASON_CHARACTERS),
    }),
    output: z.object({ orderId: uuid, orderNumber: z.string() }),
    errors: [
      ...RECENT_STAFF_ERRORS,
      'sales_paused',
      'session_not_found',
      'session_not_changeable',
      'ticket_type_not_found',
      'sold_out',
      'idempotency_conflict',
      'busy',
    ],
  }),
} as const
