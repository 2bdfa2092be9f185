import {
  type ErrorCode,
  granted,
  type OfficeEventSales,
  type officeSales,
  type Refused,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction } from '@foyer/domain'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND, SESSION_NOT_FOUND } from '../../../engine/refusals.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { setEventSales, setPause, setSessionSales, setTypeSales } from '../editing/edit-sales.ts'
import { lockEvent } from '../editing/rows.ts'
import { readEventSales, readSessionSales } from './office-view.ts'

/** The calls that change when an event may be bought. Each reports it to the browsers that are open. */

const dateOf = (instant: string | null): Date | null =>
  instant === null ? null : new Date(instant)

type SalesCall = Pick<
  Call<typeof officeSales.getEventSales>,
  'context' | 'tenant' | 'principal' | 'params'
>

interface AuditedChange {
  action: AuditAction
  entityId: string
  entityName: string
  before: object
  after: object
}

/**
 * Makes a change behind the event's lock, with its entry in the audit log, and answers the sales of the
 * event as they are then. `change` returns the entry, or a refusal.
 */
async function changing<C extends ErrorCode>(
  { context, tenant, principal, params: { eventId } }: SalesCall,
  change: (tx: TenantTx, before: OfficeEventSales) => Promise<Result<AuditedChange, C>>,
): Promise<Result<OfficeEventSales, C | 'event_not_found'>> {
  const changed = await context.db.withTenant(
    tenant.id,
    async (tx): Promise<Result<null, C | 'event_not_found'>> => {
      if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
      const before = await readEventSales(tx, eventId)
      if (!before) return EVENT_NOT_FOUND
      const made = await change(tx, before)
      if (!made.ok) return made
      const { before: was, after: became, ...entry } = made.value
      const changes = auditChanges(was, became)
      const { personId } = principal.session
      if (changes) await writeAuditEntry(tx, { personId, ...entry, ...changes })
      return granted(null)
    },
  )
  if (!changed.ok) return changed
  // The rollups decide what the summary says, so they are written first.
  await context.rollups.eventChanged(tenant.id, eventId)
  const after = await context.db.withTenant(tenant.id, (tx) => readEventSales(tx, eventId))
  return after ? granted(after) : EVENT_NOT_FOUND
}

export const changeEventSales = (
  call: Call<typeof officeSales.changeEventSales>,
): Promise<ResultOf<typeof officeSales.changeEventSales>> =>
  changing(call, async (tx, before) => {
    const { version, ...rules } = call.body
    const stale = changedSince(version, { ...before.rules, version: before.version })
    if (stale) return stale
    const set = await setEventSales(tx, call.tenant.id, before.eventId, {
      ...rules,
      opensAt: dateOf(rules.opensAt),
      closesAt: dateOf(rules.closesAt),
    })
    if (!set.ok) return set
    return granted({
      action: 'event.sales_changed' as const,
      entityId: before.eventId,
      entityName: before.eventName,
      before: before.rules,
      after: rules,
    })
  })

export const changeTypeSales = (
  call: Call<typeof officeSales.changeTypeSales>,
): Promise<ResultOf<typeof officeSales.changeTypeSales>> =>
  changing(call, async (tx, before) => {
    const { version, ...rules } = call.body
    const { typeId, eventId } = call.params
    const type = before.types.find(({ id }) => id === typeId)
    const stale = type && changedSince(version, { ...type.rules, version: type.version })
    if (stale) return stale
    const set = await setTypeSales(
      tx,
      call.tenant.id,
      { eventId, typeId },
      { ...rules, opensAt: dateOf(rules.opensAt), closesAt: dateOf(rules.closesAt) },
    )
    if (!set.ok) return set
    return granted({
      action: 'ticket_type.sales_changed' as const,
      entityId: typeId,
      entityName: type?.name ?? '',
      before: type?.rules ?? {},
      after: rules,
    })
  })

export const pauseSales = (
  call: Call<typeof officeSales.pauseSales>,
): Promise<ResultOf<typeof officeSales.pauseSales>> => setPauseBy(call, { note: call.body.note })

export const resumeSales = (
  call: Call<typeof officeSales.resumeSales>,
): Promise<ResultOf<typeof officeSales.resumeSales>> => setPauseBy(call, null)

const setPauseBy = (call: SalesCall, pause: { note: string | null } | null) =>
  changing<never>(call, async (tx, before) => {
    const set = await setPause(tx, call.tenant.id, before.eventId, pause)
    // The event is locked, so it exists.
    if (!set.ok) throw new Error(`Event ${before.eventId} is gone`)
    return granted({
      action: pause ? ('event.sales_paused' as const) : ('event.sales_resumed' as const),
      entityId: before.eventId,
      entityName: before.eventName,
      before: { isPaused: before.pause !== null, note: before.pause?.note ?? null },
      after: { isPaused: pause !== null, note: pause?.note ?? null },
    })
  })

export async function changeSessionSales(
  call: Call<typeof officeSales.changeSessionSales>,
): Promise<ResultOf<typeof officeSales.changeSessionSales>> {
  const { context, tenant, principal, params, body } = call
  const { eventId, sessionId } = params
  const changed = await context.db.withTenant(
    tenant.id,
    async (tx): Promise<ResultOf<typeof officeSales.changeSessionSales>> => {
      if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
      const before = await readSessionSales(tx, eventId, sessionId)
      if (!before) return NO_SESSION
      const { version, ...rules } = body
      const stale = changedSince(version, { ...before.rules, version: before.version })
      if (stale) return stale
      const set = await setSessionSales(
        tx,
        { eventId, sessionId },
        { ...rules, opensAt: dateOf(rules.opensAt), closesAt: dateOf(rules.closesAt) },
      )
      if (!set.ok) return set
      const changes = auditChanges(before.rules, rules)
      if (changes) {
        await writeAuditEntry(tx, {
          personId: principal.session.personId,
          action: 'session.sales_changed',
          entityId: sessionId,
          entityName: before.startsAt,
          ...changes,
        })
      }
      const after = await readSessionSales(tx, eventId, sessionId)
      return after ? granted(after) : NO_SESSION
    },
  )
  if (changed.ok) await context.rollups.eventChanged(tenant.id, eventId)
  return changed
}

const NO_SESSION: Refused<'session_not_found'> = SESSION_NOT_FOUND
