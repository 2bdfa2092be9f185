import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { leastInLine, mostInLine, salesEndOf } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { lockEvent } from './rows.ts'

/** When one may buy. Times are instants; null is no bound. */

interface SaleWindow {
  opensAt: Date | null
  closesAt: Date | null
}

/** What holds for a whole event. Without rules it is on sale until each session begins. */
export interface EventSaleRules extends SaleWindow {
  /** How long before a session begins its sales end; below 0 after it has begun, until it ends at the latest. */
  cutoffMinutes: number
  /** Tickets of all types in one order. */
  minPerOrder: number | null
  maxPerOrder: number | null
  /** Tickets of all types that one e-mail address may have, over all its orders. */
  maxPerCustomer: number | null
}

/** The type's own rules, in addition to those of its event and session. */
export interface TypeSaleRules extends SaleWindow {
  /** Shown and sold only to buyers with an access code that unlocks it. */
  isHidden: boolean
  minQuantity: number
  maxQuantity: number
  /** A line has a multiple of it. */
  quantityStep: number
  maxPerCustomer: number | null
}

/** The session's own rules, in place of those of its event; null: the event's. */
export interface SessionSaleRules extends SaleWindow {
  cutoffMinutes: number | null
}

type Invalid = Refused<'validation_failed'>

const wrongWindow = ({ opensAt, closesAt }: SaleWindow): Invalid | null =>
  opensAt && closesAt && closesAt <= opensAt
    ? invalidField('closesAt', 'Must be after the start of sales')
    : null

const TYPE_NOT_FOUND = refused('ticket_type_not_found', 'This ticket type does not exist.')
const SESSION_NOT_FOUND = refused('session_not_found', 'This session does not exist.')

/** Sets the rules of an event. A pause stays as it is. */
export async function setEventSales(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  rules: EventSaleRules,
): Promise<Result<null, 'event_not_found' | 'validation_failed'>> {
  const { minPerOrder, maxPerOrder, maxPerCustomer } = rules
  const wrong = wrongWindow(rules)
  if (wrong) return wrong
  if (minPerOrder !== null && maxPerOrder !== null && maxPerOrder < minPerOrder) {
    return invalidField('maxPerOrder', 'Must not be below the minimum')
  }
  if (minPerOrder !== null && maxPerCustomer !== null && maxPerCustomer < minPerOrder) {
    return invalidField('maxPerCustomer', 'Must not be below the minimum of an order')
  }
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const columns = {
    opens_at: rules.opensAt,
    closes_at: rules.closesAt,
    cutoff_minutes: rules.cutoffMinutes,
    min_per_order: minPerOrder,
    max_per_order: maxPerOrder,
    max_per_customer: maxPerCustomer,
  }
  await tx
    .insertInto('event_sales')
    .values({ tenant_id: tenantId, event_id: eventId, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'event_id']).doUpdateSet(columns))
    .execute()
  return granted(null)
}

/** Sets the rules of a ticket type of an event. */
export async function setTypeSales(
  tx: TenantTx,
  tenantId: number,
  { eventId, typeId }: { eventId: string; typeId: string },
  rules: TypeSaleRules,
): Promise<Result<null, 'event_not_found' | 'ticket_type_not_found' | 'validation_failed'>> {
  const wrong = wrongWindow(rules)
  if (wrong) return wrong
  const { minQuantity, maxQuantity, quantityStep, maxPerCustomer } = rules
  if (mostInLine(rules) === 0) {
    return invalidField('maxQuantity', `Must be at least ${leastInLine(rules)}, or nothing is sold`)
  }
  if (maxPerCustomer !== null && maxPerCustomer < leastInLine(rules)) {
    return invalidField('maxPerCustomer', 'Must not be below the minimum of a line')
  }
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const changed = await tx
    .updateTable('ticket_types')
    .set({ max_quantity: maxQuantity })
    .where('id', '=', typeId)
    .where('event_id', '=', eventId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return TYPE_NOT_FOUND
  const columns = {
    sales_open_at: rules.opensAt,
    sales_close_at: rules.closesAt,
    is_hidden: rules.isHidden,
    min_quantity: minQuantity,
    quantity_step: quantityStep,
    max_per_customer: maxPerCustomer,
  }
  await tx
    .insertInto('ticket_type_sales')
    .values({ tenant_id: tenantId, ticket_type_id: typeId, event_id: eventId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'ticket_type_id']).doUpdateSet(columns),
    )
    .execute()
  return granted(null)
}

/** A later end would have no effect, and nobody would know why. */
const NO_LATER_END = invalidField(
  'closesAt',
  'The sales of this date end before that. Let them end later first, such as when the date ends, or leave this empty.',
)

/** Sets the rules of a session of an event. */
export async function setSessionSales(
  tx: TenantTx,
  { eventId, sessionId }: { eventId: string; sessionId: string },
  rules: SessionSaleRules,
): Promise<Result<null, 'event_not_found' | 'session_not_found' | 'validation_failed'>> {
  const wrong = wrongWindow(rules)
  if (wrong) return wrong
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const { rows } = await sql<{ startsAt: Date; endsAt: Date; cutoffMinutes: number }>`
    select s.starts_at as "startsAt", s.ends_at as "endsAt",
      coalesce(${rules.cutoffMinutes}::integer, r.cutoff_minutes, 0) as "cutoffMinutes"
    from sessions s
    left join event_sales r on r.tenant_id = s.tenant_id and r.event_id = s.event_id
    where s.id = ${sessionId} and s.event_id = ${eventId}`.execute(tx)
  const [session] = rows
  if (!session) return SESSION_NOT_FOUND
  const latest = salesEndOf(session, { cutoffMinutes: session.cutoffMinutes, closesAt: null })
  if (rules.closesAt && rules.closesAt > latest) return NO_LATER_END
  await tx
    .updateTable('sessions')
    .set({
      sales_open_at: rules.opensAt,
      sales_close_at: rules.closesAt,
      cutoff_minutes: rules.cutoffMinutes,
    })
    .where('id', '=', sessionId)
    .where('event_id', '=', eventId)
    .execute()
  return granted(null)
}

/**
 * Pauses the sales of an event, or changes the note of a pause; `note` is what buyers read. What is held
 * stays held and can be paid. Null resumes them.
 */
export async function setPause(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  pause: { note: string | null } | null,
): Promise<Result<null, 'event_not_found'>> {
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  await sql`
    insert into event_sales as s (tenant_id, event_id, paused_at, pause_note)
    values (${tenantId}, ${eventId}, case when ${pause !== null} then clock_timestamp() end,
      ${pause?.note ?? null})
    on conflict (tenant_id, event_id) do update
      set paused_at = case when excluded.paused_at is not null
          then coalesce(s.paused_at, excluded.paused_at) end,
        pause_note = excluded.pause_note`.execute(tx)
  return granted(null)
}

/** What access codes open, and how often each may be used. */
export interface AccessCodeDetails {
  label: string
  startsAt: Date | null
  endsAt: Date | null
  opensEarly: boolean
  /** The types that they unlock or open early; none: all that are not hidden. */
  typeIds: readonly string[]
  maxUses: number | null
}

/**
 * Creates access codes of an event, all alike. A code that exists already is left out; returns those
 * that were created.
 */
export async function createAccessCodes(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  { codes, ...details }: AccessCodeDetails & { codes: readonly string[] },
): Promise<Result<string[], 'event_not_found' | 'ticket_type_not_found' | 'validation_failed'>> {
  const { startsAt, endsAt, opensEarly, maxUses, label } = details
  const typeIds = [...new Set(details.typeIds)]
  if (startsAt && endsAt && endsAt <= startsAt) {
    return invalidField('endsAt', 'Must be after the start')
  }
  if (!opensEarly && typeIds.length === 0) {
    return invalidField('typeIds', 'Choose what the code opens: a ticket type, or an early start')
  }
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const { rows: known } = await sql`
    select id from ticket_types
    where event_id = ${eventId} and id = any(${typeIds}::uuid[])`.execute(tx)
  if (known.length < typeIds.length) return TYPE_NOT_FOUND
  const { rows } = await sql<{ code: string }>`
    insert into access_codes (tenant_id, id, event_id, code, label, starts_at, ends_at, opens_early,
      type_ids, max_uses)
    select ${tenantId}, c.id, ${eventId}, c.code, ${label}, ${startsAt}::timestamptz,
      ${endsAt}::timestamptz, ${opensEarly}::boolean, ${typeIds}::uuid[], ${maxUses}::integer
    from unnest(${codes.map(() => newId())}::uuid[], ${codes}::text[]) as c(id, code)
    on conflict (tenant_id, event_id, code) do nothing
    returning code`.execute(tx)
  return granted(rows.map(({ code }) => code))
}

/** Ends an access code at once. What is held with it can be paid. Returns false for an unknown one. */
export async function revokeAccessCode(
  tx: TenantTx,
  { eventId, codeId }: { eventId: string; codeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update access_codes set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = ${codeId} and event_id = ${eventId} returning id`.execute(tx)
  return rows.length > 0
}
