import {
  WITHOUT_CART_LOCK,
  WITHOUT_LOCK_ORDER,
  WITHOUT_STOCK_AND_CART_LOCKS,
  WITHOUT_STOCK_LOCK,
} from './controls.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

export const crossingCarts: Race = {
  name: 'carts over several sessions are held in opposite orders',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 9, sessions: 4 })
    const { event } = scene
    const refused = await Promise.all(
      times(40, async (index) => {
        const buyer = scene.buyer()
        const sessions = index % 2 ? [0, 1, 2, 3] : [3, 2, 1, 0]
        const lines = sessions.slice(0, 2 + (index % 3)).map((session) => line(event, 1, session))
        return scene.note(buyer, await buyer.hold(index, lines), lines) ? [] : [lines]
      }),
    )
    await scene.demandNoneFits(refused.flat())
    scene.demand(scene.busyAnswers === 0, 'locks were taken in a circle')
    return scene.close()
  },
  controls: [WITHOUT_LOCK_ORDER, WITHOUT_STOCK_LOCK],
}

export const movingCarts: Race = {
  name: 'one cart is held in two sessions at once',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null, sessions: 3 })
    const { event } = scene
    await Promise.all(
      times(20, async (index) => {
        const buyer = await scene.buyer().introduce()
        // Some carts already hold something, which must be released whichever call comes last.
        if (index % 4 === 0) await buyer.hold(index, [line(event, 1, 2)])
        // Each in its own session: calls at one server in one session share a batch and so all its locks.
        const answers = await Promise.all([
          buyer.hold(0, [line(event, 1, 0)]),
          buyer.hold(1, [line(event, 1, 1)]),
          buyer.hold(1, [line(event, 1, 1)]),
        ])
        for (const { status } of answers) {
          scene.demand(status === 201, `there is room, but the answer was ${status}`)
        }
        // The cart holds one ticket in one session: that of the call that came last.
        scene.promise(buyer, { held: 1 })
      }),
    )
    return scene.close()
  },
  controls: [WITHOUT_CART_LOCK],
}

export const twoEvents: Race = {
  name: 'an empty cart is held with lines of two events at once',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null })
    const other = await world.build.event({ capacity: null })
    const buyers = await Promise.all(times(20, () => scene.buyer().introduce()))
    await Promise.all(
      buyers.map(async (buyer) => {
        // Each in its own session, as in movingCarts, so that only the lock of the cart serializes the two.
        const answers = await Promise.all([
          buyer.holdLine(0, line(scene.event, 1)),
          buyer.holdLine(1, line(other, 1)),
        ])
        const codes = answers.map(({ status, body }) => body.code ?? status).sort()
        scene.demand(
          codes.join() === '201,other_event_in_cart',
          `two events for one cart were answered ${codes}`,
        )
      }),
    )
    const mixed = await world.sql(
      `select 1 from holds h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
       where h.browser_id = any($1::uuid[]) and h.state = 'held'
       group by h.cart_id having count(distinct s.event_id) > 1`,
      [buyers.map(({ id }) => id)],
    )
    scene.demand(mixed.length === 0, `${mixed.length} carts hold tickets for two events`)
    return scene.close()
  },
  controls: [WITHOUT_CART_LOCK],
}

export const sameLine: Race = {
  name: 'one browser requests the same line twenty times',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 30 })
    await Promise.all(
      times(3, async () => {
        const buyer = await scene.buyer().introduce()
        const requested = line(scene.event, 3)
        const answers = await Promise.all(times(20, (index) => buyer.holdLine(index, requested)))
        const ids = new Set(answers.map(({ status, body }) => (status === 201 ? body.id : status)))
        scene.demand(ids.size === 1, `one line was answered ${[...ids]}`)
        scene.promise(buyer, { held: 3 })
      }),
    )
    return scene.close()
  },
  controls: [WITHOUT_STOCK_AND_CART_LOCKS],
}

export const releases: Race = {
  name: 'releases compete with holds for the same last tickets',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 10 })
    const two = [line(scene.event, 2)]
    const owners = await Promise.all(
      times(5, async (index) => {
        const buyer = scene.buyer()
        await buyer.hold(index, two)
        return buyer
      }),
    )
    const rivals = times(15, () => scene.buyer())
    const [released] = await Promise.all([
      // Each release is sent four times, to both servers; only one of them has something to release.
      Promise.all(owners.map((owner) => Promise.all(times(4, (index) => owner.release(index))))),
      Promise.all(
        rivals.map(async (rival, index) => {
          scene.note(rival, await rival.hold(index, two), two)
        }),
      ),
    ])
    for (const [index, answers] of released.entries()) {
      const count = answers.reduce((total, { body }) => total + body.releasedHolds, 0)
      scene.demand(count === 1, `one hold was released ${count} times`)
      const owner = owners[index]
      if (owner) scene.promise(owner, {})
    }
    return scene.close()
  },
  controls: [WITHOUT_STOCK_LOCK],
}
