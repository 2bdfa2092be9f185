import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  EVENT_MOVES,
  EVENT_STATES,
  type EventMove,
  type EventState,
  eventStateOf,
  mayMoveEvent,
} from '@foyer/domain'
import { sql } from 'kysely'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { lockStockOf } from './rows.ts'

interface MovedEvent {
  name: string
  from: EventState
  to: EventState
}

/**
 * Moves an event to another state: publishes it, unpublishes it, archives it or restores it. What is held
 * of it can still be paid, and its orders stay as they are.
 */
export async function moveEvent(
  tx: TenantTx,
  tenantId: number,
  eventId: string,
  move: EventMove,
): Promise<Result<MovedEvent, 'event_not_found' | 'event_state_changed'>> {
  const event = await lockEventState(tx, eventId)
  if (!event) return EVENT_NOT_FOUND
  const from = event.state
  if (!mayMoveEvent(from, move)) {
    return refused(
      'event_state_changed',
      `This event is ${EVENT_STATES[from].label.toLowerCase()}, so nothing was changed.`,
      { state: from },
    )
  }
  const { to } = EVENT_MOVES[move]
  await tx
    .updateTable('events')
    .set({ is_published: EVENT_STATES[to].isSeenByBuyers })
    .where('id', '=', eventId)
    .execute()
  if (to === 'archived') {
    await tx
      .insertInto('archived_events')
      .values({ tenant_id: tenantId, event_id: eventId })
      .execute()
  } else {
    await tx.deleteFrom('archived_events').where('event_id', '=', eventId).execute()
  }
  return granted({ name: event.name, from, to })
}

/** Locks an event and reads its state; null if there is none. */
async function lockEventState(
  tx: TenantTx,
  eventId: string,
): Promise<{ name: string; state: EventState } | null> {
  const row = await tx
    .selectFrom('events')
    .select(['name', 'is_published'])
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  // A statement of its own: it sees what the transaction before has committed.
  const archived = await tx
    .selectFrom('archived_events')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  const paused = await tx
    .selectFrom('event_sales')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('paused_at', 'is not', null)
    .executeTakeFirst()
  const state = eventStateOf({
    isPublished: row.is_published,
    isArchived: archived !== undefined,
    isPaused: paused !== undefined,
  })
  return { name: row.name, state }
}

/**
 * Deletes a draft with its tickets and sessions, if nothing of it was ever held or sold: the books of
 * stock name sessions and add-ons for good, so such an event can only be archived.
 */
export async function deleteEvent(
  tx: TenantTx,
  eventId: string,
): Promise<Result<{ name: string }, 'event_not_found' | 'event_in_use'>> {
  const event = await lockEventState(tx, eventId)
  if (!event) return EVENT_NOT_FOUND
  if (event.state !== 'draft') {
    return refused('event_in_use', 'Only a draft can be deleted. Unpublish or archive the event.')
  }
  const items = sql`(select id from sessions where event_id = ${eventId}
    union all select id from add_ons where event_id = ${eventId})`
  await lockStockOf(tx, eventId)
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from ${items} i
        where exists (select from stock_ledger l where l.session_id = i.id)
          or exists (select from stock_ledger_sums l where l.session_id = i.id))
      or exists (select from coupon_uses where event_id = ${eventId})
      or exists (select from checkout_rule_events where event_id = ${eventId})
      or exists (select from waiver_signatures where event_id = ${eventId})
      or exists (select from session_disruptions d join sessions s
        on s.tenant_id = d.tenant_id and s.id = d.session_id where s.event_id = ${eventId})
      as "isUsed"`.execute(tx)
  if (rows[0]?.isUsed) {
    return refused(
      'event_in_use',
      'Tickets of this event were held or sold, or a coupon names it, so it stays in the books. Archive it: buyers and lists no longer show it.',
      { instead: 'archive' },
    )
  }
  await sql`delete from stock where session_id in ${items}`.execute(tx)
  await sql`delete from session_prices where session_id in
    (select id from sessions where event_id = ${eventId})`.execute(tx)
  for (const table of [
    'cart_items',
    'sessions',
    'ticket_types',
    'ticket_groups',
    'add_ons',
    'event_change_policies',
    'event_pictures',
    'waiver_texts',
  ] as const) {
    await sql`delete from ${sql.table(table)} where event_id = ${eventId}`.execute(tx)
  }
  await tx.deleteFrom('events').where('id', '=', eventId).execute()
  return granted({ name: event.name })
}
