import { webhooksProcessed } from '../webhooks-processed.ts'
import type { Buyer } from './buyer.ts'
import { WITHOUT_LOCK_ORDER, WITHOUT_ORDER_LOCKS, WITHOUT_STOCK_LOCK } from './controls.ts'
import { refundAtProvider, resendRefundWebhook } from './provider.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

export const refunds: Race = {
  name: 'refunds, each reported many times, compete with holds for the freed tickets',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 6 })
    const two = [line(scene.event, 2)]
    const paid = await Promise.all(
      times(3, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, two)
        const intentId = await buyer.pay()
        await buyer.order(index, intentId)
        scene.promise(buyer, { sold: 0 })
        return intentId
      }),
    )
    const [cardServer] = world.cardServers
    await Promise.all([
      ...paid.map(async (intentId) => {
        await refundAtProvider(cardServer.url, intentId)
        await Promise.all(
          times(6, (call) =>
            resendRefundWebhook(
              world.cardServers[call % world.cardServers.length]?.url ?? cardServer.url,
              intentId,
            ),
          ),
        )
      }),
      ...times(6, async (index) => {
        const rival = scene.buyer()
        scene.note(rival, await rival.hold(index, two), two)
      }),
    ])
    await webhooksProcessed(world)
    // All three are refunded now: every free ticket can be held, and not one more.
    await Promise.all(
      times(6, async (index) => {
        const late = scene.buyer()
        scene.note(late, await late.hold(index, two), two)
      }),
    )
    const room = await scene.room(scene.event.sessionId)
    scene.demand(room === 0, `of 6 freed tickets ${room} are still free`)
    return scene.close()
  },
  controls: [WITHOUT_ORDER_LOCKS],
}

/** An event with two sessions; in each, `orders` orders of two tickets are sold. */
async function sold(scene: Scene, inFirst: number, inSecond: number) {
  const sessions = [...times(inFirst, () => 0), ...times(inSecond, () => 1)]
  return Promise.all(
    sessions.map(async (session, index) => {
      const buyer = scene.buyer()
      const orderId = await buyer.takeFree(index, [line(scene.event, 2, session)])
      return { buyer, orderId, session }
    }),
  )
}

/** Reschedules an order to the other session; its tickets must then be where the answer says. */
async function reschedule(
  scene: Scene,
  order: Awaited<ReturnType<typeof sold>>[number],
  server: number,
) {
  const to = 1 - order.session
  const toId = scene.event.sessionIds[to] ?? ''
  const { status, body } = await order.buyer.reschedule(server, order.orderId, toId)
  scene.demand(
    status === 200 || body.code === 'sold_out',
    `a reschedule was answered ${status} ${body.code}`,
  )
  scene.promise(order.buyer, { sold: 2 })
  return { orderId: order.orderId, session: status === 200 ? to : order.session }
}

async function demandPlaces(scene: Scene, placed: { orderId: string; session: number }[]) {
  const rows = await scene.world.sql<{ id: string; sessions: string[] }>(
    `select order_id as id, array_agg(distinct session_id::text) as sessions from tickets
     where event_id = $1 and status = 'VALID' group by 1`,
    [scene.event.eventId],
  )
  const found = new Map(rows.map((row) => [row.id, row.sessions.join()]))
  for (const { orderId, session } of placed) {
    const is = found.get(orderId) === scene.event.sessionIds[session]
    scene.demand(is, 'the tickets of an order are not in the session that was answered')
  }
}

const FREE = { sessions: 2, types: [{ priceMinor: 0 }] }

export const reschedules: Race = {
  name: 'orders are rescheduled to a session while others hold its last tickets',
  async run(world) {
    const scene = await Scene.open(world, { ...FREE, capacity: 8 })
    const orders = await sold(scene, 4, 1)
    const leaving = orders.filter((order) => order.session === 0)
    const two = [line(scene.event, 2, 1)]
    const [placed] = await Promise.all([
      Promise.all(leaving.map((order, index) => reschedule(scene, order, index))),
      ...times(4, async (index) => {
        const rival = scene.buyer()
        scene.note(rival, await rival.hold(index, two), two)
      }),
    ])
    await demandPlaces(scene, placed)
    const room = await scene.room(two[0]?.sessionId ?? '')
    scene.demand(room === 0, `of the last 6 tickets ${room} are still free`)
    return scene.close()
  },
  controls: [WITHOUT_STOCK_LOCK],
}

export const swaps: Race = {
  name: 'orders of two sessions swap their sessions at once',
  async run(world) {
    const scene = await Scene.open(world, { ...FREE, capacity: 10 })
    const orders = await sold(scene, 3, 3)
    const placed = await Promise.all(
      // Neighbours in the list come from different sessions and go to different servers.
      orders.map((order, index) => reschedule(scene, order, index % 3)),
    )
    await demandPlaces(scene, placed)
    scene.demand(scene.busyAnswers === 0, 'locks were waited for in a circle')
    return scene.close()
  },
  controls: [WITHOUT_LOCK_ORDER],
}

const DEARER_MINOR = 1000

/**
 * Takes an order of two tickets to the dearer second session, on two phones that do everything at once.
 * Its tickets must then be where the answers say.
 */
async function payOnTwoPhones(scene: Scene, buyer: Buyer, orderId: string) {
  const [, newSessionId = ''] = scene.event.sessionIds
  const amount = (2 * DEARER_MINOR) / 100
  const phones = [scene.buyer(), scene.buyer()]
  const asked = await Promise.all(
    phones.map((phone, index) => phone.askToPay(index, orderId, { newSessionId, amount })),
  )
  const intents = new Set(asked.map(({ body }) => body.paymentIntentId))
  const isHeld = asked.every(({ status }) => status === 200)
  scene.demand(
    intents.size === 1 && (isHeld || asked.every(({ body }) => body.code === 'sold_out')),
    `two phones were answered ${asked.map(({ status, body }) => `${status} ${body.code}`)}`,
  )
  scene.promise(buyer, { sold: 2 })
  if (!isHeld) return { orderId, session: 0 }
  await Promise.all(phones.map((phone, index) => phone.charge(asked[index]?.body)))
  // Only these know the intent at the provider.
  const { length: servers } = scene.world.cardServers
  const completed = await Promise.all(
    phones.map((phone, index) => phone.reschedule(index % servers, orderId, newSessionId)),
  )
  scene.demand(
    completed.every(({ status }) => status === 200),
    `a paid change was answered ${completed.map(({ status, body }) => `${status} ${body.code}`)}`,
  )
  return { orderId, session: 1 }
}

export const paidReschedules: Race = {
  name: 'two phones each pay to take an order to a session while others hold its last tickets',
  async run(world) {
    const scene = await Scene.open(world, {
      sessions: 2,
      capacity: 12,
      types: [{ dynamicMinor: 3000 }],
    })
    await world.sql(
      'update session_prices set price_minor = price_minor + $2 where session_id = $1',
      [scene.event.sessionIds[1], DEARER_MINOR],
    )
    const orders = await Promise.all(
      times(6, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, [line(scene.event, 2)])
        const { body } = await buyer.order(index, await buyer.pay())
        return { buyer, orderId: String(body.orderId) }
      }),
    )
    const two = [line(scene.event, 2, 1)]
    const [placed] = await Promise.all([
      Promise.all(orders.map(({ buyer, orderId }) => payOnTwoPhones(scene, buyer, orderId))),
      ...times(4, async (index) => {
        const rival = scene.buyer()
        scene.note(rival, await rival.hold(index, two), two)
      }),
    ])
    await demandPlaces(scene, placed)
    const room = await scene.room(two[0]?.sessionId ?? '')
    scene.demand(room === 0, `of the last 12 tickets ${room} are still free`)
    return scene.close()
  },
  controls: [WITHOUT_STOCK_LOCK],
}
