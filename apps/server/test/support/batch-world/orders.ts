import { DEFAULT_POLICY } from '@foyer/domain'
import type { BatchWrites } from '../../../src/engine/lanes/aggregates.ts'
import type { LaneOrder } from '../../../src/engine/orders/order-types.ts'
import { isOpen } from './payments.ts'
import type { WorldAggregate } from './wanted.ts'
import type { World, WorldOrder } from './world.ts'

export const orders: WorldAggregate<'orders'> = {
  read(world, wanted) {
    const orderIds = wanted.of('orderIds')
    return world.orders
      .filter((order) => orderIds.has(order.id))
      .map((order) => laneOrder(world, order))
  },
  write(world, writes) {
    createOrders(world, writes)
    changeOrders(world, writes.orders)
  },
}

/** An order as its aggregate reads it. */
function laneOrder(
  world: World,
  { cartId: _, sessionId: __, paymentId: ___, ...order }: WorldOrder,
): LaneOrder {
  const done = order.changes.filter(({ state }) => state === 'done')
  return {
    ...order,
    quote: done.at(-1)?.receipt ?? order.quote,
    rules: order.quote.rules ?? null,
    discounts: world.couponUses.find(({ id }) => id === order.quote.coupon?.id)?.discounts ?? [],
    tickets: order.tickets.map(({ code: ____, ...ticket }) => ticket),
    changes: order.changes
      .filter(({ state }) => state !== 'ended')
      .map((change) => ({ ...change, paymentId: openPaymentOf(world, change.id) })),
    chargeIds: world.payments
      .filter((payment) => payment.orderId === order.id)
      .map(({ id }) => id)
      .reverse(),
  }
}

const openPaymentOf = (world: World, cartId: string) =>
  world.payments.find((payment) => payment.cartId === cartId && isOpen(payment))?.id ?? null

function createOrders(world: World, { orders, payments }: BatchWrites): void {
  for (const order of orders.created) {
    world.orders.push({
      id: order.id,
      status: 'PAID',
      cart: order.cart,
      cartId: order.cart.id,
      eventId: order.eventId,
      sessionId: order.sessionId,
      paymentId: payments.settled.find(({ orderId }) => orderId === order.id)?.id ?? null,
      email: order.customer.contact.email,
      quote: order.quote,
      isDisputed: false,
      isGift: order.gift !== undefined,
      startsOfReplaced: {},
      changes: [],
      policy: DEFAULT_POLICY,
      addOns: order.addOns.map((addOn) => ({ ...addOn, status: 'VALID' })),
      tickets: order.tickets.map(({ validationCode: code, ...ticket }) => ({
        ...ticket,
        code,
        status: 'VALID',
        isRedeemed: false,
        replacedBy: null,
      })),
    })
  }
}

// An update that joins two rows with one id takes either of them, so a database keeps no order.
function changeOrders(world: World, orders: BatchWrites['orders']): void {
  const { updates, ticketUpdates, newTickets, endedAddOnIds, changes } = orders
  const ids = [...updates.map(({ id }) => id), ...ticketUpdates.map(({ id }) => id)]
  if (new Set(ids).size < ids.length) throw new Error('One row is changed twice in a batch')
  for (const { id, status, sessionId } of updates) {
    const order = world.orders.find((each) => each.id === id)
    if (!order) continue
    order.status = status ?? order.status
    order.sessionId = sessionId ?? order.sessionId
  }
  for (const { orderId, eventId: _, validationCode: code, ...ticket } of newTickets) {
    const order = world.orders.find(({ id }) => id === orderId)
    order?.tickets.push({ ...ticket, code })
  }
  for (const { id, status, replacedBy } of ticketUpdates) {
    const ticket = world.orders.flatMap((each) => each.tickets).find((each) => each.id === id)
    if (ticket) Object.assign(ticket, { status, replacedBy })
  }
  for (const addOn of world.orders.flatMap(({ addOns }) => addOns)) {
    if (endedAddOnIds.includes(addOn.id)) addOn.status = 'CANCELLED'
  }
  for (const change of structuredClone(changes)) {
    const order = world.orders.find(({ id }) => id === change.orderId)
    const known = order?.changes.findIndex(({ id }) => id === change.id) ?? -1
    if (known >= 0) order?.changes.splice(known, 1, change)
    else order?.changes.push(change)
  }
}
