import * as z from 'zod/mini'
import { calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'

const sessionFacts = { id: uuid, startTime: instant, displayName: z.string() }

/** On which terms a buyer may change tickets, as it is shown before anybody starts. */
export const policyTermsSchema = z.object({
  /** When the first of the tickets can no longer be changed. */
  changesUntil: instant,
  /** How often the order may still be changed in this way; null is without limit. */
  changesLeft: z.nullable(z.int()),
  /** What the organizer keeps for each ticket that changes; null: nothing. */
  fee: z.nullable(
    z.discriminatedUnion('feeType', [
      z.object({ feeType: z.literal('flat'), amountMinor: minorAmount }),
      /** In parts per million of what the tickets were bought at. */
      z.object({ feeType: z.literal('percentage'), ratePpm: z.int() }),
    ]),
  ),
  /** Whether a cheaper order is refunded; otherwise the amount stays with the order. */
  refundsDecrease: z.boolean(),
})
export type PolicyTerms = z.output<typeof policyTermsSchema>

/** Amounts are in major units of `currency`, and below 0 if the order would cost less. */
const rescheduleSessionSchema = z.object({
  ...sessionFacts,
  /** Its day in the venue's zone. */
  date: calendarDate,
  /** All the tickets are in this session already. */
  isCurrent: z.boolean(),
  /** What one ticket costs more, fees, discount and change fee included; rounded to the cent. */
  priceDifference: z.number(),
  /** Whether each costs that much more, apart from the rounding to cents; else it is the average. */
  isSameForEach: z.boolean(),
  /** What all of them cost more. */
  totalDifference: z.number(),
  /** What is to be paid: 0 if the difference is below the least charge, or below 0. */
  amountDue: z.number(),
  amountRefunded: z.number(),
  /** The difference is above 0 and too small to be charged. */
  isWaived: z.boolean(),
  /** How many tickets of the types that move are left together, at most; null is without limit. */
  availableCapacity: z.nullable(z.int()),
  /** Whether all the tickets fit. */
  hasRoom: z.boolean(),
})
export type RescheduleSession = z.output<typeof rescheduleSessionSchema>

export const rescheduleOptionsSchema = z.object({
  success: z.literal(true),
  /** The session that the tickets are in; the first one, if they are in several. */
  currentSession: z.object(sessionFacts),
  currentSessions: z.array(z.object(sessionFacts)),
  /** The valid tickets of the order. The options are for the ones that are chosen. */
  tickets: z.array(
    z.object({
      id: uuid,
      ticketTypeName: z.string(),
      sessionId: uuid,
      /** It may be rescheduled: it was not used, and its session allows it. */
      canMove: z.boolean(),
      isChosen: z.boolean(),
    }),
  ),
  /** How many sessions can be chosen on each day. */
  days: z.array(z.object({ date: calendarDate, sessions: z.int() })),
  /**
   * By start: the sessions of all days, or of the `date` that was asked for. Of an event with more than one
   * answer can have, without a date, the ones nearest to the present session.
   */
  availableSessions: z.array(rescheduleSessionSchema),
  /** False if the event has more sessions than one answer can have: each day is asked for by `date`. */
  isComplete: z.boolean(),
  currency,
  policy: policyTermsSchema,
})
export type RescheduleOptions = z.output<typeof rescheduleOptionsSchema>
