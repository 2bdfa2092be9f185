import { DISRUPTION_ANSWERS, DISRUPTION_KINDS, UNANSWERED_DEFAULTS } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER } from './access.ts'
import { alternativeSchema } from './availability.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { ORDER, ORDER_CHANGE } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'

const disruptionAnswer = z.enum(DISRUPTION_ANSWERS)

/** A session of an order that the organizer moved or called off, and what its buyer may answer. */
const disruptionSchema = z.object({
  id: uuid,
  kind: z.enum(DISRUPTION_KINDS),
  sessionId: uuid,
  /** The time that the tickets were bought for, and its day at the venue. */
  fromStartsAt: instant,
  fromDate: calendarDate,
  /** The new time; null if the session was called off. */
  toStartsAt: z.nullable(instant),
  toDate: z.nullable(calendarDate),
  /** What the organizer writes to the buyers. */
  message: z.nullable(z.string()),
  /** Null if nobody is asked. */
  answerBy: z.nullable(instant),
  /** What counts if nothing is answered by then. */
  unanswered: z.enum(UNANSWERED_DEFAULTS),
  /** 'open': it may be answered or the answer changed. 'failed': the organizer has to act. */
  state: z.enum(['open', 'settling', 'settled', 'failed']),
  /** What counts now; null if nothing is answered. */
  answer: z.nullable(disruptionAnswer),
  /** What may be answered now; none unless the state is 'open'. */
  answers: z.array(disruptionAnswer),
  /** The tickets that it is about. */
  tickets: z.array(z.object({ number: z.int(), typeName: z.string() })),
  /** What a refund gives back, or gave back once it is settled; fees included. */
  refundMinor: minorAmount,
  currency,
  /** Other sessions with room for these tickets, the nearest first. */
  alternatives: z.array(
    z.extend(alternativeSchema, {
      /** What comes back because the tickets cost less there; a dearer session costs nothing more. */
      refundMinor: minorAmount,
    }),
  ),
})
export type Disruption = z.output<typeof disruptionSchema>

/** What a buyer chooses. */
const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('keep') }),
  z.object({ type: z.literal('refund') }),
  z.object({ type: z.literal('reschedule'), newSessionId: uuid }),
])
export type GivenAnswer = z.output<typeof answerSchema>

export const disruptions = {
  listDisruptions: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/disruptions',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary:
      'Sessions of an order that the organizer moved or called off, and what to do about them',
    params: orderParams,
    query: orderCredential,
    output: z.object({ disruptions: z.array(disruptionSchema) }),
    errors: ['order_not_found', 'order_link_ended'],
    errorShape: 'message',
  }),
  answerDisruption: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/disruptions/:disruptionId/answer',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary:
      'Takes the tickets of a disrupted session to another one, gives them back, or keeps them',
    params: z.extend(orderParams, { disruptionId: uuid }),
    query: orderCredential,
    body: z.object({ answer: answerSchema }),
    output: z.object({ success: z.literal(true) }),
    errors: [
      'order_not_found',
      'order_link_ended',
      'answer_not_possible',
      'session_not_found',
      'reschedule_not_possible',
      'sold_out',
      'busy',
    ],
    errorShape: 'message',
  }),
} as const
