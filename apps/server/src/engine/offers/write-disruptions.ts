import type { DisruptionKind, SessionState, UnansweredDefault } from '@foyer/domain'
import { byId, type WriteStatement } from '../lanes/statements.ts'

/** A session that is moved or called off, and what its buyers are asked. */
export interface NewDisruption {
  id: string
  sessionId: string
  eventId: string
  kind: DisruptionKind
  /** The state of the session from now on. */
  state: SessionState
  fromStartsAt: Date
  /**
   * The new start and its day in the venue's zone; null for a session that is called off. It lasts as
   * long as before.
   */
  toStartsAt: Date | null
  toDate: string | null
  /** What the organizer writes to the buyers. */
  message: string | null
  /** Null: nobody is asked, the default counts for everybody at once. */
  answerBy: Date | null
  unanswered: UnansweredDefault
}

/** A session that is moved or called off again asks its buyers anew. */
const SUPERSEDE = `
  update session_disruptions d set state = 'superseded'
  where d.tenant_id = $1 and d.session_id = any($2::uuid[]) and d.state <> 'superseded'`

const CHANGE_SESSIONS = `
  with made as (
    insert into session_disruptions (tenant_id, id, session_id, event_id, kind, from_starts_at,
      to_starts_at, message, answer_by, unanswered, list_again_at)
    select $1, d."disruptionId", d."sessionId", d."eventId", d.kind, d."fromStartsAt", d."toStartsAt",
      d.message, d."answerBy", d.unanswered,
      -- Longer than any hold lasts, grace included.
      case when d.kind = 'moved' then clock_timestamp() + interval '1 hour' end
    from jsonb_each($2::jsonb) as e(key, value)
    cross join lateral jsonb_to_record(e.value) as d("disruptionId" uuid, "sessionId" uuid,
      "eventId" uuid, kind text, "fromStartsAt" timestamptz, "toStartsAt" timestamptz,
      message text, "answerBy" timestamptz, unanswered text))
  update sessions s set status = $2::jsonb -> s.id::text ->> 'state',
    starts_at = coalesce(($2::jsonb -> s.id::text ->> 'toStartsAt')::timestamptz, s.starts_at),
    ends_at = coalesce(
      s.ends_at - s.starts_at + ($2::jsonb -> s.id::text ->> 'toStartsAt')::timestamptz, s.ends_at),
    local_date = coalesce(($2::jsonb -> s.id::text ->> 'toDate')::date, s.local_date)
  where s.tenant_id = $1 and s.id = any($3::uuid[])`

interface Writes {
  offers: { disruptions: readonly NewDisruption[] }
}

const sessionIdsOf = ({ offers }: Writes) => offers.disruptions.map(({ sessionId }) => sessionId)

export const DISRUPTION_STATEMENTS: readonly WriteStatement<Writes>[] = [
  {
    name: 'lane_supersede_disruptions',
    text: SUPERSEDE,
    values: (writes) => (writes.offers.disruptions.length > 0 ? [sessionIdsOf(writes)] : null),
  },
  {
    name: 'lane_change_sessions',
    text: CHANGE_SESSIONS,
    values: (writes) =>
      writes.offers.disruptions.length > 0
        ? [
            byId(
              writes.offers.disruptions.map(({ id: disruptionId, ...row }) => ({
                ...row,
                disruptionId,
                id: row.sessionId,
              })),
            ),
            sessionIdsOf(writes),
          ]
        : null,
  },
]
