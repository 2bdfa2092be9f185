import { customerKey } from '../../../src/engine/sales/sales-book.ts'
import { ticketsIn } from '../../../src/engine/stock/stock-items.ts'
import type { WorldAggregate } from './wanted.ts'
import type { World } from './world.ts'

export const sales: WorldAggregate<'sales'> = {
  read(world, wanted) {
    const [codeIds, cartIds] = [wanted.of('accessCodeIds'), wanted.of('accessCartIds')]
    return {
      codes: world.accessCodes
        .filter(({ id }) => codeIds.has(id))
        .map((code) => ({
          ...code,
          used: code.cartIds.length,
          cartIds: code.cartIds.filter((cartId) => cartIds.has(cartId)),
        })),
      customers: [...wanted.of('customerKeys')].map((key) => ({
        key,
        bought: boughtBy(world, key),
        held: heldBy(world, key),
      })),
    }
  },
  write(world, { sales: { claims, customers } }) {
    for (const { codeId, cartId } of claims) {
      const code = world.accessCodes.find(({ id }) => id === codeId)
      if (code && !code.cartIds.includes(cartId)) code.cartIds.push(cartId)
    }
    for (const { cartId, key } of customers) world.customerCarts.set(cartId, key)
  },
}

const boughtBy = (world: World, key: string) =>
  world.orders
    .filter(({ eventId, email }) => customerKey(eventId, email) === key)
    .flatMap(({ tickets }) => tickets.filter(({ status }) => status === 'VALID'))
    .map(({ ticketTypeId: typeId }) => ({ typeId, quantity: 1 }))

const heldBy = (world: World, key: string) =>
  ticketsIn(world.holds)
    .filter(({ cart, state }) => state === 'held' && world.customerCarts.get(cart.id) === key)
    .filter(({ reclaimAt }) => reclaimAt > world.now)
    .map(({ cart, ticketTypeId: typeId, quantity }) => ({ cartId: cart.id, typeId, quantity }))
