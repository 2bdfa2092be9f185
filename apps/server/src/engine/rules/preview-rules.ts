import type { TenantTx } from '@foyer/db'
import type { JudgedRule, TicketClass } from '@foyer/domain'
import { sql } from 'kysely'
import { automaticRules, inForceAt, WAIVES_SMALL_TOTALS } from './rule-sql.ts'
import type { RulesInForce } from './rule-types.ts'

/** The rules that a selection of an event would be judged by, and what they need of the event. */
export interface EventRules extends RulesInForce {
  eventName: string
  timeZone: string
  now: Date
  /** When the chosen session begins; null without one. */
  startsAt: Date | null
}

/**
 * Reads the rules in force for an event. Nothing is locked: the hold decides.
 *
 * @param at the moment of the purchase; by default now
 */
export async function readEventRules(
  tx: TenantTx,
  eventId: string,
  sessionId: string | undefined,
  at: Date | null = null,
): Promise<EventRules> {
  const { rows } = await sql<{
    rules: JudgedRule[]
    classes: Record<string, TicketClass>
    eventName: string
    timeZone: string
    now: Date
    startsAt: Date | null
    waivesSmallTotals: boolean
  }>`
    select e.name as "eventName", v.timezone as "timeZone", moment.at as now,
      ${sql.raw(automaticRules('e.tenant_id', inForceAt('moment.at')))} as rules,
      ${sql.raw(WAIVES_SMALL_TOTALS('e.tenant_id'))} as "waivesSmallTotals",
      (select s.starts_at from sessions s
        where s.tenant_id = e.tenant_id and s.id = ${sessionId ?? null}::uuid) as "startsAt",
      (select coalesce(json_object_agg(c.ticket_type_id, c.class), '{}')
        from ticket_types t
        join ticket_type_classes c on c.tenant_id = t.tenant_id and c.ticket_type_id = t.id
        where t.tenant_id = e.tenant_id and t.event_id = e.id) as classes
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    cross join (select coalesce(${at}::timestamptz, statement_timestamp()) as at) moment
    where e.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The event is known')
  return { ...row, classes: new Map(Object.entries(row.classes)) }
}
