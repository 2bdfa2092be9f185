import { granted, type ResultOf, type ruleSimulator } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { localDateOf, orderNumberOf, type Quote, type QuoteRequestLine } from '@foyer/domain'
import { sql } from 'kysely'
import { readCoupon } from '../../../engine/coupons/preview-coupon.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import { readEventRules } from '../../../engine/rules/preview-rules.ts'
import { factsFrom } from '../../../engine/rules/rule-facts.ts'
import type { Call } from '../../../http/endpoint.ts'
import { presentSimulation } from './present-simulation.ts'

type Simulate = typeof ruleSimulator.simulateOrder

interface OrderRow {
  id: string
  eventId: string
  /** Null once it was erased. */
  email: string | null
  cartId: string
  quote: Quote
  createdAt: Date
}

/** What the cart of an order held, at the prices, fees and taxes that it was sold at. */
interface SoldRow extends Omit<QuoteRequestLine, 'kind'> {
  sessionId: string
  startsAt: Date
  heldAt: Date
  addOns: Omit<QuoteRequestLine, 'kind'>[]
}

const NUMBER = /^#?([0-9a-f]{8})$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Judges an order again as it was bought: its lines, its buyer and the moment of its hold, by the rules of
 * today. What rules really took off it then is beside.
 */
export const simulateOrder = ({
  context,
  tenant,
  query,
}: Call<Simulate>): Promise<ResultOf<Simulate>> =>
  context.db.withTenant(tenant.id, async (tx): Promise<ResultOf<Simulate>> => {
    await sql`set transaction read only`.execute(tx)
    const order = await findOrder(tx, query.order.toLowerCase())
    if (!order) return ORDER_NOT_FOUND
    const { eventId, quote } = order
    const { currency } = quote
    const sold = await selectSold(tx, order)
    const at = sold.reduce((last, { heldAt }) => (heldAt > last ? heldAt : last), new Date(0))
    const rules = await readEventRules(tx, eventId, undefined, at)
    const { timeZone, classes } = rules
    const lines = linesOf(sold)
    const sessions = [...Map.groupBy(sold, ({ sessionId }) => sessionId).values()]
    const startsAt = sessions.flatMap(([first]) => first?.startsAt ?? [])
    const facts = factsFrom({
      event: { id: eventId, name: rules.eventName, currency, timeZone },
      now: at,
      classes,
      tickets: sold.map(({ id: typeId, name: typeName, quantity }) => ({
        typeId,
        typeName,
        quantity,
      })),
      priced: lines,
      dates: startsAt.map((start) => localDateOf(start, timeZone)),
      startsAt,
      customerEmail: order.email ?? undefined,
    })
    const code = quote.coupon?.code
    const coupon = code === undefined ? undefined : await readCoupon(tx, code, at)
    const simulation = await presentSimulation(
      tx,
      { at, timeZone, currency },
      {
        // Of its uses, one is this order's own.
        cart: {
          lines,
          facts,
          inForce: rules,
          coupon: coupon ? { ...coupon, hasUseLeft: true } : null,
        },
        couponCode: code,
      },
    )
    return granted({
      ...simulation,
      order: {
        id: order.id,
        number: orderNumberOf(order.id),
        eventName: rules.eventName,
        createdAt: order.createdAt.toISOString(),
        subtotalMinor: quote.subtotalMinor,
        discountMinor: quote.discountMinor,
        totalMinor: quote.totalMinor,
        rules: await selectUsed(tx, order.id),
      },
    })
  })

async function findOrder(tx: TenantTx, typed: string): Promise<OrderRow | undefined> {
  const [, number] = NUMBER.exec(typed) ?? []
  const isOrder = number
    ? sql`o.id in (select order_id from order_words where word = ${`#${number}`})`
    : sql`o.id = ${UUID.test(typed) ? typed : null}::uuid`
  const { rows } = await sql<OrderRow>`
    select o.id, o.event_id as "eventId", case when o.erased_at is null then o.email end as email,
      o.cart_id as "cartId", o.quote, o.created_at as "createdAt"
    from orders o where ${isOrder} order by o.id desc limit 1`.execute(tx)
  return rows[0]
}

async function selectSold(tx: TenantTx, { id, cartId }: OrderRow): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select h.ticket_type_id as id, t.name, h.quantity, h.unit_price_minor as "unitPriceMinor",
      h.fee_set as "feeSet", h.tax_rate as "taxRate", h.session_id as "sessionId",
      s.starts_at as "startsAt", h.created_at as "heldAt", (
        select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name,
          'quantity', c.quantity, 'unitPriceMinor', c.unit_price_minor, 'feeSet', c.fee_set,
          'taxRate', c.tax_rate) order by a.position, a.id), '[]')
        from cart_add_ons c join add_ons a on a.tenant_id = c.tenant_id and a.id = c.add_on_id
        where c.tenant_id = h.tenant_id and c.cart_id = h.cart_id and c.hold_id = h.id) as "addOns"
    from holds h
    join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
    join ticket_types t on t.tenant_id = h.tenant_id and t.id = h.ticket_type_id
    where h.cart_id = ${cartId} and h.order_id = ${id}
    order by s.starts_at, t.position, h.id`.execute(tx)
  return rows
}

const linesOf = (sold: readonly SoldRow[]): QuoteRequestLine[] => [
  ...sold.map(({ id, name, quantity, unitPriceMinor, feeSet, taxRate }) => ({
    kind: 'ticket' as const,
    id,
    name,
    quantity,
    unitPriceMinor,
    feeSet,
    taxRate,
  })),
  ...sold.flatMap(({ addOns }) => addOns.map((line) => ({ kind: 'addOn' as const, ...line }))),
]

async function selectUsed(tx: TenantTx, orderId: string) {
  const { rows } = await sql<{ ruleId: string; name: string; discountMinor: number }>`
    select u.rule_id as "ruleId", r.name, u.discount_minor as "discountMinor"
    from rule_usage u join checkout_rules r on r.tenant_id = u.tenant_id and r.id = u.rule_id
    where u.order_id = ${orderId} order by u.discount_minor desc, u.rule_id`.execute(tx)
  return rows
}
