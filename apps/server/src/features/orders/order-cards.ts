import type { OrderCard } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type ChangePolicy,
  imagePath,
  knownZone,
  type OrderChangeKind,
  type OrderStatus,
  orderNumberOf,
  policyOf,
  type Quote,
  type TicketStatus,
  toMajor,
  whyNotChangeable,
} from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { cartIdsOf } from '../../adapters/ids.ts'
import { presentReceipt } from '../../engine/orders/history-rows.ts'
import { hasOtherSession } from '../../engine/orders/other-session.ts'
import { waiverCounts } from '../../engine/waivers/participants.ts'

/** More orders than a person has; a box office that types one address for all sees the newest. */
const MOST_CARDS = 100

interface CardRow {
  id: string
  email: string
  status: OrderStatus
  quote: Quote
  event_id: string
  event_name: string
  picture_hash: string | null
  starts_at: Date
  display_name: string
  timezone: string
  /** Tickets that a change replaced are left out: the ones in their place are listed. */
  tickets: readonly CardTicket[]
  /** The kinds of all changes that were made, a kind once for each change. */
  doneKinds: readonly OrderChangeKind[]
  isDisputed: boolean
  waivers: OrderCard['waivers']
  ofTenant: Partial<ChangePolicy> | null
  ofEvent: Partial<ChangePolicy> | null
}

interface CardTicket {
  id: string
  typeId: string
  typeName: string
  status: TicketStatus
  redeemedAt: string | null
  startsAt: string
  /** Whether its session sells a type that costs more now than its own. */
  hasDearerType: boolean
  /** Whether its event has another session on sale. */
  hasOtherSession: boolean
}

/** Orders `o` that are listed as cards. The statement of each condition is prepared under its name. */
interface ListedOrders {
  name: string
  condition: RawBuilder<boolean>
}

export const cardsOf = {
  order: (id: string): ListedOrders => ({ name: 'order', condition: sql`o.id = ${id}` }),
  browser: (id: string): ListedOrders => {
    const carts = cartIdsOf(id)
    return {
      name: 'browser',
      // There is an index by cart and none by browser.
      condition: sql`o.cart_id between ${carts.from} and ${carts.to} and o.browser_id = ${id}`,
    }
  },
  address: (email: string): ListedOrders => ({
    name: 'address',
    condition: sql`o.email = ${email}`,
  }),
  addressInBrowser: (email: string, browserId: string | null): ListedOrders => ({
    name: 'address_in_browser',
    condition: sql`o.email = ${email} and o.browser_id = ${browserId}::uuid`,
  }),
  /** Orders of an address with this order number, telephone number or postal code, and the ones that this browser bought. */
  addressAndNumber: (
    email: string,
    known: {
      phone: string | null
      zipCode: string | null
      orderNumber: string | null
      browserId: string | null
    },
  ): ListedOrders => ({
    name: 'address_and_number',
    condition: sql`o.email = ${email} and (o.browser_id = ${known.browserId}::uuid
      or o.phone_key = phone_key(${known.phone}, o.billing_address ->> 'country')
      or o.postal_key = postal_key(${known.zipCode})
      or upper(right(o.id::text, 8)) = ${known.orderNumber}::text)`,
  }),
}

/** Selects orders as cards, newest first. `now` decides what can still be changed. */
export async function selectOrderCards(
  tx: TenantTx,
  now: Date,
  listed: ListedOrders,
): Promise<OrderCard[]> {
  const { rows } = await orderCards(listed).execute(tx)
  return rows.map((row) => presentCard(row, now))
}

/** The statement of the cards. Erased orders are never found: they belong to nobody. */
export const orderCards = ({ name, condition }: ListedOrders): RawBuilder<CardRow> => sql<CardRow>`
    select o.id, o.email, o.status, o.event_id, e.name as event_name, s.starts_at,
      (select p.hash from event_pictures p
        where p.tenant_id = o.tenant_id and p.event_id = o.event_id) as picture_hash,
      s.display_name, v.timezone, t.tickets,
      ${presentReceipt} as quote,
      array(
        select c.kind from order_changes c
        where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state = 'done') as "doneKinds",
      exists (
        select from payments p join disputes d on d.tenant_id = p.tenant_id and d.payment_id = p.id
        where p.tenant_id = o.tenant_id and p.order_id = o.id and d.state in ('opened', 'lost'))
        as "isDisputed",
      ${waiverCounts} as waivers,
      organizer.change_policy as "ofTenant", policies.policy as "ofEvent"
    from orders o
    join tenants organizer on organizer.tenant_id = o.tenant_id
    join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
    join events e on e.tenant_id = o.tenant_id and e.id = o.event_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_change_policies policies
      on policies.tenant_id = o.tenant_id and policies.event_id = o.event_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'typeId', t.ticket_type_id,
        'typeName', t.type_name, 'status', t.status, 'redeemedAt', t.redeemed_at,
        'startsAt', ts.starts_at, 'hasOtherSession', t.status = 'VALID' and ${hasOtherSession},
        'hasDearerType', t.status = 'VALID' and exists (
          select from session_offers own
          join session_offers dearer on dearer.tenant_id = own.tenant_id
            and dearer.session_id = own.session_id and dearer.is_on_sale
            and dearer.price_minor > coalesce(own.price_minor, t.price_minor)
          where own.tenant_id = t.tenant_id and own.session_id = t.session_id
            and own.ticket_type_id = t.ticket_type_id)) order by t.number), '[]') as tickets
      from tickets t join sessions ts on ts.tenant_id = t.tenant_id and ts.id = t.session_id
      where t.tenant_id = o.tenant_id and t.order_id = o.id and t.replaced_by is null) t
    where o.tenant_id = current_tenant() and o.erased_at is null and ${condition}
    order by o.created_at desc, o.id desc limit ${sql.lit(MOST_CARDS)}
    /* named: ${sql.raw(`order_cards_${name}`)} */`

function presentCard(row: CardRow, now: Date): OrderCard {
  const { quote, tickets } = row
  return {
    id: row.id,
    orderNumber: orderNumberOf(row.id),
    email: row.email,
    eventId: row.event_id,
    eventName: row.event_name,
    sessionDate: row.starts_at.toISOString(),
    imageUrl: imagePath(row.event_id, row.picture_hash),
    sessionDisplayName: row.display_name,
    venueTimezone: knownZone(row.timezone),
    status: row.status,
    totalAmount: toMajor(quote.totalMinor, quote.currency),
    currency: quote.currency,
    ticketCount: activeOf(tickets).length,
    canReschedule: canChange(row, 'reschedule', now),
    canUpgrade: canChange(row, 'upgrade', now),
    canCancel: canChange(row, 'cancel', now),
    waivers: row.waivers,
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      ticketTypeId: ticket.typeId,
      ticketTypeName: ticket.typeName,
      status: ticket.status,
      isCancelled: ticket.status === 'CANCELLED',
      isRedeemed: ticket.redeemedAt !== null,
    })),
  }
}

const activeOf = (tickets: readonly CardTicket[]) =>
  tickets.filter(({ status }) => status !== 'CANCELLED')

/**
 * Whether the policy lets a ticket of the order change, and there is something to change it to; `planChange` and `planCancellation` decide when
 * it is changed.
 */
function canChange(row: CardRow, kind: keyof ChangePolicy, now: Date): boolean {
  if (row.status !== 'PAID' || row.isDisputed) return false
  const rule = policyOf(row.ofTenant, row.ofEvent)[kind]
  const doneBefore = row.doneKinds.filter((done) => done === kind).length
  return activeOf(row.tickets).some(
    ({ redeemedAt, startsAt, hasDearerType, hasOtherSession }) =>
      redeemedAt === null &&
      (kind !== 'reschedule' || hasOtherSession) &&
      (kind !== 'upgrade' || hasDearerType) &&
      whyNotChangeable(rule, { startsAt: new Date(startsAt), now, doneBefore }) === null,
  )
}
