import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { ORDER_LINK_ENDED, ORDER_NOT_FOUND } from '../refusals.ts'
import { historyHead, presentReceipt } from './history-rows.ts'
import { endOfOrderLink, linkEnds } from './order-link.ts'

/** Credentials for an order; one of the three must match. */
export interface OrderCredential {
  browserId: string | null
  email?: string | undefined
  token?: string | undefined
}

/** An order that its caller may open. */
export interface FoundOrder {
  row: OrderRow
  /**
   * True if only a link opened it. A link may be passed on, so the answer shows less about the
   * buyer.
   */
  isByLinkAlone: boolean
}

/** Finds an order by the browser that bought it; no other credential is accepted. */
export async function findOwnOrder(
  tx: TenantTx,
  orderId: string,
  browserId: string,
): Promise<Result<FoundOrder, 'order_not_found'>> {
  const row = await selectOrder(tx, orderId)
  const isOpen = row && !row.erased_at && row.browser_id === browserId
  return isOpen ? granted({ row, isByLinkAlone: false }) : ORDER_NOT_FOUND
}

/**
 * The order's row for a caller who may open it: with the browser that bought it, the signed link of
 * its mail, or its id and the matching e-mail address. Every other caller gets the same answer
 * after the same work, whether the order exists or not.
 */
export async function findOrder(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  tenant: Tenant,
  tx: TenantTx,
  orderId: string,
  { browserId, email, token }: OrderCredential,
): Promise<Result<FoundOrder, 'order_not_found' | 'order_link_ended'>> {
  const signed = token === undefined ? null : secrets.readOrderToken(tenant.id, orderId, token)
  const row = await selectOrder(tx, orderId)
  // An erased order stays closed: no browser, link or address belongs to its buyer any more.
  if (!row || row.erased_at) return ORDER_NOT_FOUND
  const isBuyer = browserId !== null && browserId === row.browser_id
  const isNamed = email !== undefined && email === row.email
  if (isBuyer || isNamed) return granted({ row, isByLinkAlone: false })
  if (!signed) return ORDER_NOT_FOUND
  if (signed.linkEnds !== row.link_ends) return ORDER_LINK_ENDED
  // Links of an older version have no end of their own; they end when the link of the confirmation
  // ends.
  const endsAt = signed.endsAt ?? (await endOfOrderLink(tx, orderId, row.created_at))
  return clock() < endsAt ? granted({ row, isByLinkAlone: true }) : ORDER_LINK_ENDED
}

/** The order's row for a caller whose right was checked already; undefined for an erased order. */
export async function selectOpenOrder(
  tx: TenantTx,
  orderId: string,
): Promise<OrderRow | undefined> {
  const row = await selectOrder(tx, orderId)
  return row?.erased_at ? undefined : row
}

/** An order with its event, venue and session; undefined if there is none. */
const selectOrder = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('orders as o')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.session_id'),
    )
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'o.tenant_id').onRef('e.id', '=', 'o.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .leftJoin('event_facts as facts', (join) =>
      join.onRef('facts.tenant_id', '=', 'o.tenant_id').onRef('facts.event_id', '=', 'o.event_id'),
    )
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'o.tenant_id')
        .onRef('p.order_id', '=', 'o.id')
        .on('p.change_of_order_id', 'is', null),
    )
    .select(historyHead)
    .select(['o.browser_id', 'o.cart_id', 'o.cart_number', 'o.status', 'o.email', 'o.contact'])
    .select(['o.billing_address', 'o.erased_at', presentReceipt.as('quote')])
    .select(['p.intent_id', linkEnds.as('link_ends')])
    .select(['s.id as session_id', 's.starts_at', 's.ends_at', 's.display_name', 's.local_date'])
    .select('s.status as session_state')
    .select([
      'e.id as event_id',
      'e.name as event_name',
      'e.is_timed_entry',
      'e.important_information',
    ])
    .select([
      'v.name as venue_name',
      'v.street_address',
      'v.city',
      'v.state',
      'v.postal_code',
      'v.country',
    ])
    .select(['v.timezone', 'facts.doors_minutes', 'facts.is_transferable'])
    .select((eb) => [
      eb
        .selectFrom('event_pictures as picture')
        .select('picture.hash')
        .whereRef('picture.tenant_id', '=', 'o.tenant_id')
        .whereRef('picture.event_id', '=', 'o.event_id')
        .as('picture_hash'),
      eb
        .selectFrom('stock')
        .select('stock.capacity')
        .whereRef('stock.tenant_id', '=', 's.tenant_id')
        .whereRef('stock.session_id', '=', 's.id')
        .whereRef('stock.pool_id', '=', 's.id')
        .as('session_capacity'),
      eb
        .selectFrom('tenants as organizer')
        .select('organizer.change_policy')
        .whereRef('organizer.tenant_id', '=', 'o.tenant_id')
        .as('of_tenant'),
      eb
        .selectFrom('event_change_policies as policies')
        .select('policies.policy')
        .whereRef('policies.tenant_id', '=', 'o.tenant_id')
        .whereRef('policies.event_id', '=', 'o.event_id')
        .as('of_event'),
    ])
    .where('o.id', '=', orderId)
    .modifyEnd(sql`/* named: order */`)
    .executeTakeFirst()

export type OrderRow = NonNullable<Awaited<ReturnType<typeof selectOrder>>>
