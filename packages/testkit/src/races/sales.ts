import type { Buyer } from './buyer.ts'
import { WITHOUT_ACCESS_CODE_LOCK, WITHOUT_CUSTOMER_LOCK } from './controls.ts'
import { line, type Race, times, type World } from './race.ts'
import { Scene } from './scene.ts'

const BROWSERS = 300
const USES = 3
/** Holds in different sessions are decided in different batches, so that only the code's lock is left. */
const SESSIONS = 20

export const lastAccessCodeUses: Race = {
  name: `${BROWSERS} browsers at two servers want the last ${USES} uses of an access code`,
  async run(world) {
    const scene = await Scene.open(world, { sessions: SESSIONS, capacity: 1000 })
    const access = await presale(scene)
    const buyers = await Promise.all(times(BROWSERS, () => scene.buyer().introduce()))
    const answers = await Promise.all(
      buyers.map((buyer, index) =>
        buyer.hold(index, [line(scene.event, 2, index % SESSIONS)], { access }),
      ),
    )
    for (const [index, { status, body }] of answers.entries()) {
      const isKnown = status === 201 || body.code === 'access_code_used_up'
      scene.demand(isKnown, `a hold with a code was answered ${status} ${body.code}`)
      const [buyer] = buyers.slice(index)
      if (buyer) scene.promise(buyer, { held: status === 201 ? 2 : 0 })
    }
    const granted = answers.filter(({ status }) => status === 201).length
    scene.demand(granted === USES, `${granted} browsers have one of ${USES} uses`)
    return scene.close()
  },
  controls: [WITHOUT_ACCESS_CODE_LOCK],
}

/** Sales that have not started, and a code that opens them a few times. Returns what the code gives. */
async function presale({ world, event: { eventId } }: Scene): Promise<string> {
  await world.sql(
    `insert into event_sales (tenant_id, event_id, opens_at)
     select tenant_id, id, now() + interval '1 hour' from events where id = $1`,
    [eventId],
  )
  await world.sql(
    `insert into access_codes (tenant_id, id, event_id, code, opens_early, max_uses)
     select tenant_id, gen_random_uuid(), id, 'LAST-USES', true, $2 from events where id = $1`,
    [eventId, USES],
  )
  const response = await fetch(
    new URL(`/api/events/${eventId}/access-code`, world.servers[0].url),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'LAST-USES' }),
    },
  )
  return ((await response.json()) as { access: string }).access
}

const CARTS = 8
const EACH = 2
/** How many of the carts one customer may have. */
const ALLOWED = 2

/** Each cart is in a session of its own, so that only the customer's lock serializes them. */
async function openCarts(world: World, priceMinor: number) {
  const scene = await Scene.open(world, { sessions: CARTS, types: [{ priceMinor }] })
  await world.sql(
    `insert into event_sales (tenant_id, event_id, max_per_customer)
     select tenant_id, id, $2 from events where id = $1`,
    [scene.event.eventId, ALLOWED * EACH],
  )
  const buyers = await Promise.all(
    times(CARTS, async (index) => {
      const buyer = scene.buyer()
      await buyer.hold(index, [line(scene.event, EACH, index)])
      return buyer
    }),
  )
  return { scene, buyers }
}

/** Exactly as many carts are granted as the customer may have; the others get this refusal. */
function judge(
  scene: Scene,
  answers: readonly Awaited<ReturnType<Buyer['order']>>[],
  { granted, refusal }: { granted: number; refusal: string },
): void {
  for (const { status, body } of answers) {
    const isKnown = status === granted || body.code === refusal
    scene.demand(isKnown, `a cart of the customer was answered ${status} ${body.code}`)
  }
  const count = answers.filter(({ status }) => status === granted).length
  scene.demand(count === ALLOWED, `${count} carts of one customer were granted, not ${ALLOWED}`)
}

const promiseSold = (
  scene: Scene,
  buyers: readonly Buyer[],
  answers: readonly { status: number }[],
) => {
  for (const [index, buyer] of buyers.entries()) {
    const isSold = answers[index]?.status === 201
    scene.promise(buyer, isSold ? { sold: EACH } : { held: EACH })
  }
}

export const customerBegins: Race = {
  name: `one customer begins to pay for ${CARTS} carts at two servers, and may have ${ALLOWED}`,
  async run(world) {
    const { scene, buyers } = await openCarts(world, 3000)
    const answers = await Promise.all(buyers.map((buyer, index) => buyer.beginPayment(index)))
    judge(scene, answers, { granted: 200, refusal: 'customer_limit_reached' })
    for (const buyer of buyers) scene.promise(buyer, { held: EACH })
    return scene.close()
  },
  controls: [WITHOUT_CUSTOMER_LOCK],
}

export const customerTakesFree: Race = {
  name: `one customer orders ${CARTS} free carts at two servers, and may have ${ALLOWED}`,
  async run(world) {
    const { scene, buyers } = await openCarts(world, 0)
    const answers = await Promise.all(buyers.map((buyer, index) => buyer.order(index)))
    judge(scene, answers, { granted: 201, refusal: 'customer_limit_reached' })
    promiseSold(scene, buyers, answers)
    return scene.close()
  },
  controls: [WITHOUT_CUSTOMER_LOCK],
}

export const customerSkipsJudgement: Race = {
  name: `one customer pays for ${CARTS} carts without the call that judges them, and may have ${ALLOWED}`,
  async run(world) {
    const { scene, buyers } = await openCarts(world, 3000)
    const intents = await Promise.all(buyers.map((buyer) => buyer.pay()))
    const answers = await Promise.all(
      buyers.map((buyer, index) => buyer.order(index, intents[index])),
    )
    judge(scene, answers, { granted: 201, refusal: 'payment_refunded' })
    promiseSold(scene, buyers, answers)
    return scene.close()
  },
  controls: [WITHOUT_CUSTOMER_LOCK],
}
