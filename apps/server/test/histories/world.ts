import type { BuiltEvent, TestServer } from '@foyer/testkit'
import type { RulePlan } from '@foyer/testkit/builder'
import { amountOff, percentOff } from '@foyer/testkit/coupons'
import { defaultTenantOf } from '../support/parts.ts'
import { type History, POLICIES } from './plan.ts'

type Server = Pick<TestServer, 'foyer' | 'url' | 'browser'>

/** Two servers on one database; the first has the payment provider. */
export interface Servers extends Pick<TestServer, 'build' | 'sql'> {
  both: readonly [Server, Server]
}

/** The event of one history, of which everything is scarce. */
export interface World {
  servers: Servers
  event: BuiltEvent
  coupon: string
  /** The checkout rules of the event, also those of the coupon's group. */
  ruleIds: readonly string[]
}

/** Prices of the first type by session: the second is dearer, the third cheaper. */
const PRICES_MINOR = [3000, 4000, 2550]
const DEARER_TYPE_MINOR = 5000

/**
 * An event with three sessions of a few seats: a type whose price differs by session, one above it with
 * fewer seats, and a free one; service fees, add-ons, checkout rules, and a coupon for two carts: 7.77, and 15 % of what that leaves.
 */
export async function openWorld(servers: Servers, policy: History['policy']): Promise<World> {
  const event = await servers.build.event({
    sessions: PRICES_MINOR.length,
    capacity: 6,
    types: [
      { dynamicMinor: PRICES_MINOR[0] ?? 0 },
      { priceMinor: DEARER_TYPE_MINOR, capacity: 3 },
      { priceMinor: 0 },
    ],
    fee: { ratePpm: 125_000 },
    addOns: [{ priceMinor: 500, capacity: 3 }],
  })
  const { code, groupId, ruleId } = await servers.build.coupon({
    discounts: [amountOff(777)],
    eventIds: [event.eventId],
    limit: 2,
  })
  const ruleIds = [ruleId]
  for (const plan of rulesOf(event, groupId)) {
    ruleIds.push(await servers.build.rule({ ...plan, eventIds: [event.eventId] }))
  }
  await servers.sql(
    `update session_prices p set price_minor = asked.minor
     from unnest($1::uuid[], $2::integer[]) as asked(id, minor)
     where p.session_id = asked.id and p.ticket_type_id = $3`,
    [event.sessionIds, PRICES_MINOR, event.typeId],
  )
  await servers.sql(
    'insert into event_change_policies (tenant_id, event_id, policy) values ($1, $2, $3)',
    [event.tenantId, event.eventId, POLICIES[policy]],
  )
  return { servers, event, coupon: code, ruleIds }
}

/** Of every kind: alone, combining, for a type, for an address, for a coupon, and one that blocks. */
const rulesOf = ({ typeIds }: BuiltEvent, groupId: string): RulePlan[] => [
  {
    name: 'Pairs',
    priority: 9,
    conditions: [{ field: 'quantity', operator: '>=', value: 2 }],
    discounts: [percentOff(12.5, typeIds[1]), amountOff(333, typeIds[0])],
  },
  {
    name: 'Everybody',
    priority: 5,
    discounts: [percentOff(5)],
  },
  {
    name: 'Add-ons',
    combines: true,
    conditions: [{ field: 'totalAmount', operator: '>', value: 60 }],
    discounts: [amountOff(250)],
  },
  {
    name: 'Friends',
    combines: true,
    conditions: [{ field: 'customerEmail', operator: 'contains', value: 'ada@' }],
    discounts: [percentOff(10)],
  },
  { name: 'Insiders', groupId, combines: true, discounts: [percentOff(15)] },
  {
    name: 'Three of the best',
    conditions: [{ field: 'orderTotal', operator: '>=', value: 150 }],
    message: 'Please ask us for groups',
  },
]

export interface TicketRow extends Record<string, unknown> {
  id: string
  order_id: string
  session_id: string
  ticket_type_id: string
  number: number
  revision: number
  status: 'VALID' | 'CANCELLED'
  validation_code: string
}

/** All tickets of the event, ended ones included. */
export const ticketsIn = ({ servers, event }: World) =>
  servers.sql<TicketRow>(
    `select id, order_id, session_id, ticket_type_id, number, revision, status, validation_code
     from tickets where event_id = $1 order by order_id, number, revision`,
    [event.eventId],
  )

export interface PaymentOfEvent extends Record<string, unknown> {
  id: string
  intent_id: string | null
  order_id: string | null
  state: string
  captured_minor: number | null
  /** What the provider has given back, by our refunds. */
  refunded_minor: number
}

export const paymentsIn = ({ servers, event }: World) =>
  servers.sql<PaymentOfEvent>(
    `select p.id, p.intent_id, p.order_id, p.state, p.captured_minor, (
       select coalesce(sum(amount_minor), 0)::integer from refunds r
       where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.state = 'succeeded')
       as refunded_minor
     from payments p where p.event_id = $1 order by p.created_at`,
    [event.eventId],
  )

export const orderIdsIn = async ({ servers, event }: World): Promise<string[]> => {
  const rows = await servers.sql<{ id: string }>(
    'select id from orders where event_id = $1 order by created_at, id',
    [event.eventId],
  )
  return rows.map(({ id }) => id)
}

export const moneyOf = ({ servers }: World) => {
  const [server] = servers.both
  return { context: server.foyer.context, tenant: defaultTenantOf(server) }
}
