import { amountOff, percentOff } from '../build-coupon.ts'
import type { Buyer } from './buyer.ts'
import { WITHOUT_COUPON_LOCK } from './controls.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

const BUYERS = 12
/** The most sessions of a scene: an event with one for each of hundreds of buyers takes long to build. */
const SESSIONS = 30

/** Buyers are spread over many sessions, so that only the coupon's lock serializes them. */
const openScene = (world: Parameters<Race['run']>[0], buyers = BUYERS) =>
  Scene.open(world, {
    sessions: Math.min(buyers, SESSIONS),
    capacity: 2 * buyers,
    types: [{ priceMinor: 3000 }],
  })

const usesAgainst = (buyerCount: number, limit: number): Race => ({
  name: `${buyerCount} buyers at two servers want the last ${limit === 1 ? 'use' : `${limit} uses`} of a coupon, and pay`,
  async run(world) {
    const scene = await openScene(world, buyerCount)
    const { code, codeId, groupId } = await world.build.coupon({
      limit,
      discounts: [amountOff(1000)],
    })
    await world.build.rule({ groupId, combines: true, discounts: [percentOff(10)] })
    const buyers = await Promise.all(
      times(buyerCount, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, [line(scene.event, 2, index % scene.event.sessionIds.length)])
        return buyer
      }),
    )
    const claims = await Promise.all(
      buyers.map(async (buyer, index) => ({ buyer, index, isGranted: await apply(buyer, index) })),
    )
    const granted = claims.filter(({ isGranted }) => isGranted)
    scene.demand(granted.length === limit, `${granted.length} buyers have one of ${limit} uses`)
    await Promise.all(
      granted.map(async ({ buyer, index }) => {
        const { status } = await buyer.order(index, await buyer.pay())
        scene.demand(
          status === 201,
          `the order of a cart paid with a coupon was answered ${status}`,
        )
        scene.promise(buyer, { sold: 2 })
      }),
    )
    for (const { buyer, isGranted } of claims) if (!isGranted) scene.promise(buyer, { held: 2 })
    await demandUses(scene, codeId, limit)
    await demandRuleUses(scene, codeId, 2 * limit)
    return scene.close()

    async function apply(buyer: Buyer, index: number): Promise<boolean> {
      const { status, body } = await buyer.applyCoupon(index, code)
      const isKnown = status === 200 || body.code === 'coupon_used_up'
      scene.demand(isKnown, `a coupon was answered ${status} ${body.code}`)
      return status === 200
    }
  },
  controls: [WITHOUT_COUPON_LOCK],
})

export const lastUses = usesAgainst(BUYERS, 3)
export const lastUseOfMany = usesAgainst(300, 1)

export const expiryAgainstClaim: Race = {
  name: 'the hold of a paid cart expires while others want the last use of its coupon',
  async run(world) {
    const scene = await openScene(world)
    const pairs = times(BUYERS / 2, (index) => index * 2)
    await Promise.all(pairs.map((session) => expireUnderClaim(scene, session)))
    return scene.close()
  },
  controls: [WITHOUT_COUPON_LOCK],
}

/** One buyer has paid as their hold expires, and a rival holds in the next session. */
async function expireUnderClaim(scene: Scene, session: number): Promise<void> {
  const { world, event } = scene
  const { code, codeId } = await world.build.coupon({ discounts: [amountOff(1000)] })
  const [buyer, rival] = [scene.buyer(), scene.buyer()]
  await buyer.hold(session, [line(event, 2, session)])
  await rival.hold(session, [line(event, 2, session + 1)])
  await buyer.applyCoupon(session, code)
  const intentId = await buyer.pay()
  await world.sql(
    `update holds set expires_at = clock_timestamp() - interval '6 minutes',
       reclaim_at = clock_timestamp() - interval '1 second'
     where session_id = $1 and state = 'held'`,
    [event.sessionIds[session]],
  )
  const [order, claim] = await Promise.all([
    buyer.order(0, intentId),
    rival.applyCoupon(session + 1, code),
  ])
  const isSold = order.status === 201
  scene.demand(
    isSold || order.body.code === 'payment_refunded',
    `an order was answered ${order.status} ${order.body.code}`,
  )
  scene.demand(
    isSold !== (claim.status === 200),
    `the last use is sold: ${isSold}, but the rival was answered ${claim.status}`,
  )
  scene.promise(buyer, { sold: isSold ? 2 : 0 })
  scene.promise(rival, { held: 2 })
  await demandUses(scene, codeId, 1)
}

export const endAgainstHold: Race = {
  name: 'a cart is held again as its coupon claim expires, while others want the last use',
  async run(world) {
    const scene = await openScene(world)
    const pairs = times(BUYERS / 2, (index) => index * 2)
    await Promise.all(pairs.map((session) => end(scene, session)))
    return scene.close()
  },
  controls: [WITHOUT_COUPON_LOCK],
}

/** The cart and the rival both release the expired claim; the rival then has the use. */
async function end(scene: Scene, session: number): Promise<void> {
  const { world, event } = scene
  const { code, codeId } = await world.build.coupon({ discounts: [amountOff(1000)] })
  const [buyer, rival] = [scene.buyer(), scene.buyer()]
  await buyer.hold(session, [line(event, 2, session)])
  await rival.hold(session, [line(event, 2, session + 1)])
  await buyer.applyCoupon(session, code)
  await world.sql('update coupon_uses set claimed_until = clock_timestamp() where code_id = $1', [
    codeId,
  ])
  const [held, claim] = await Promise.all([
    buyer.hold(0, [line(event, 3, session)]),
    rival.applyCoupon(1, code),
  ])
  scene.demand(held.status === 201, `there is room, but the answer was ${held.status}`)
  scene.demand(claim.status === 200, `the use is free, but the rival was answered ${claim.status}`)
  scene.promise(buyer, { held: 3 })
  scene.promise(rival, { held: 2 })
  await demandUses(scene, codeId, 1)
}

async function demandUses(scene: Scene, codeId: string, expected: number): Promise<void> {
  const [found] = await scene.world.sql<{ count: number; uses: number }>(
    `select usage_count as count, (
       select count(*)::integer from coupon_uses u
       where u.code_id = c.id and u.state <> 'returned') as uses
     from coupon_codes c where id = $1`,
    [codeId],
  )
  scene.demand(
    found?.count === expected && found.uses === expected,
    `of ${expected} uses ${found?.uses} are taken, and ${found?.count} counted`,
  )
}

/** Each order with the code has one row for each rule of its group. */
async function demandRuleUses(scene: Scene, codeId: string, expected: number): Promise<void> {
  const rows = await scene.world.sql('select 1 from rule_usage where coupon_code_id = $1', [codeId])
  scene.demand(rows.length === expected, `${rows.length} of ${expected} uses of rules are recorded`)
}
