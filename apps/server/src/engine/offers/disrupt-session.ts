import { granted, type Refused, refused } from '@foyer/contract'
import {
  type DisruptionKind,
  knownZone,
  localDateOf,
  SESSION_STATES,
  type UnansweredDefault,
} from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import { SESSION_NOT_FOUND } from '../refusals.ts'

export interface DisruptionParams {
  /** Names the disruption that is made. */
  id: string
  sessionId: string
  kind: DisruptionKind
  /** The new start of a session that is moved; null for one that is called off. */
  toStartsAt: Date | null
  /** What the organizer writes to the buyers. */
  message: string | null
  /** Until when buyers may answer; null: nobody is asked, and the default counts at once. */
  answerBy: Date | null
  /** What counts for a buyer who does not answer. */
  unanswered: UnansweredDefault
  /**
   * Whether it is refused (`bought_meanwhile`) if tickets are held or sold. Callers that may change only what
   * nobody has bought set it: what they read before can be bought until the lock.
   */
  onlyUnsold?: boolean
}

export type DisruptionCode = 'session_not_found' | 'session_not_changeable'

/**
 * Moves a session to another time or calls it off. It is decided behind the lock of its stock, as sales
 * are: a sale is committed before and its buyer is asked, or it sees the session as it is now. What was
 * held of a session that is called off is neither paid nor sold any more. The orders are listed and
 * asked afterwards, by a job.
 */
export const disruptSessionOp = ({
  onlyUnsold = false,
  ...params
}: DisruptionParams): LaneOp<{ disruptionId: string }, DisruptionCode> => ({
  needs: { sessionIds: [params.sessionId] },
  decide(book) {
    const session = book.offers.offerOf(params.sessionId)
    if (!session) return SESSION_NOT_FOUND
    const { toStartsAt, answerBy, kind } = params
    if (!SESSION_STATES[session.state].isHonoured) {
      return notChangeable('called_off', 'This session was called off already.')
    }
    if (onlyUnsold && book.stock.takenOf(params.sessionId, params.sessionId) !== 0) {
      return notChangeable('bought_meanwhile', 'Tickets of this session are in carts or sold.')
    }
    if (toStartsAt && toStartsAt <= book.now) {
      return notChangeable('in_the_past', 'The new time is over already.')
    }
    if (toStartsAt?.getTime() === session.startsAt.getTime()) {
      return notChangeable('same_time', 'The session takes place at this time already.')
    }
    if (answerBy && answerBy <= book.now) {
      return notChangeable('no_time_to_answer', 'The date to answer by is over already.')
    }
    if (answerBy && toStartsAt && answerBy > toStartsAt) {
      return notChangeable('no_time_to_answer', 'Buyers must answer before the new time.')
    }
    const toDate = toStartsAt && localDateOf(toStartsAt, knownZone(session.shown.timeZone))
    book.offers.disrupt(session, {
      ...params,
      eventId: session.eventId,
      state: kind === 'called_off' ? 'called_off' : session.state,
      fromStartsAt: session.startsAt,
      toDate,
    })
    return granted({ disruptionId: params.id })
  },
})

const notChangeable = (reason: string, message: string): Refused<'session_not_changeable'> =>
  refused('session_not_changeable', message, { reason })
