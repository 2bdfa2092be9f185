import { WITHOUT_EXPIRY, WITHOUT_PAYMENT_LOCKS, WITHOUT_STOCK_LOCK } from './controls.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

const CARTS = 2
const CALLS = 20

export const paidTwice: Race = {
  name: 'a paid cart is submitted twenty times',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null })
    await Promise.all(
      times(CARTS, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, [line(scene.event, 2)])
        await submit(scene, buyer, await buyer.pay())
      }),
    )
    return demandOrders(scene)
  },
  controls: [WITHOUT_PAYMENT_LOCKS],
}

export const freeTwice: Race = {
  name: 'a free cart is submitted twenty times',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null, types: [{ priceMinor: 0 }] })
    await Promise.all(
      times(CARTS, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, [line(scene.event, 2)])
        await submit(scene, buyer)
      }),
    )
    return demandOrders(scene)
  },
  controls: [WITHOUT_STOCK_LOCK],
}

async function submit(scene: Scene, buyer: ReturnType<Scene['buyer']>, intentId?: string) {
  const answers = await Promise.all(times(CALLS, (call) => buyer.order(call, intentId)))
  const ids = new Set(answers.map(({ status, body }) => (status === 201 ? body.orderId : status)))
  scene.demand(ids.size === 1, `one cart was answered ${[...ids]}`)
  scene.promise(buyer, { sold: 2 })
}

async function demandOrders(scene: Scene) {
  const count = await scene.orderCount()
  scene.demand(count === CARTS, `${CARTS} carts became ${count} orders`)
  return scene.close()
}

export const expiryAgainstPay: Race = {
  name: 'a hold expires while its order is created, and others want the ticket',
  async run(world) {
    const pairs = 6
    const scene = await Scene.open(world, { capacity: 2, sessions: pairs })
    await Promise.all(times(pairs, (session) => expireUnderOrder(scene, session, session % 3 > 0)))
    return scene.close()
  },
  controls: [WITHOUT_EXPIRY, WITHOUT_STOCK_LOCK],
}

/** With `isLate` the hold expires; otherwise it lasts, and rivals must get nothing. */
async function expireUnderOrder(scene: Scene, session: number, isLate: boolean): Promise<void> {
  const two = [line(scene.event, 2, session)]
  const buyer = scene.buyer()
  await buyer.hold(session, two)
  const intentId = await buyer.pay()
  const end = () =>
    scene.world.sql(
      `update holds set expires_at = clock_timestamp() - interval '6 minutes',
         reclaim_at = clock_timestamp() - interval '1 second'
       where session_id = $1 and state = 'held' and browser_id = $2`,
      [scene.event.sessionIds[session], buyer.id],
    )
  const rivals = times(3, () => scene.buyer())
  const [orders, holds] = await Promise.all([
    Promise.all(times(2, (cardServer) => buyer.order(cardServer, intentId))),
    Promise.all(
      rivals.map(async (rival, index) => {
        if (isLate && index === 0) await end()
        return scene.note(rival, await rival.hold(index, two), two)
      }),
    ),
  ])
  const granted = holds.filter(Boolean).length
  const isSold = orders.every((order) => order.status === 201)
  const isRefunded = orders.every((order) => order.body.code === 'payment_refunded')
  scene.demand(isSold || isRefunded, `an order was answered ${orders.map((each) => each.status)}`)
  scene.demand(granted === (isSold ? 0 : 1), `sold: ${isSold}, but ${granted} others hold it`)
  scene.demand(isSold || isLate, 'a payment was refunded although its hold had not expired')
  scene.promise(buyer, { sold: isSold ? 2 : 0 })
}
