import {
  WITHOUT_OVERRIDES,
  WITHOUT_PLACES,
  WITHOUT_SHARED_CAPACITY,
  WITHOUT_STOCK_LOCK,
} from './controls.ts'
import { addOnLine, type Line, line, type Outcome, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

/**
 * All carts hold at once, spread over the servers. If tickets were refused, none may be left at the
 * end.
 */
async function rush(scene: Scene, count: number, carts: readonly Line[][]): Promise<Outcome> {
  const results = await Promise.all(
    times(count, async (index) => {
      const buyer = scene.buyer()
      const lines = carts[index % carts.length] ?? []
      return { lines, isGranted: scene.note(buyer, await buyer.hold(index, lines), lines) }
    }),
  )
  const refused = results.filter((result) => !result.isGranted)
  scene.demand(refused.length > 0, 'there were tickets for all, so there was no race')
  await scene.demandNoneFits(refused.map((result) => result.lines))
  return scene.close()
}

export const lastTickets: Race = {
  name: '300 browsers want 2 tickets each of the last 101',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 101 })
    return rush(scene, 300, [[line(scene.event, 2)]])
  },
  controls: [WITHOUT_STOCK_LOCK],
}

export const mixedQuantities: Race = {
  name: 'mixed quantities of three types share 60 tickets',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 60, types: [{}, {}, {}] })
    const quantities = [[1], [0, 2], [3, 1], [0, 0, 2], [2, 2, 1], [5]]
    return rush(
      scene,
      120,
      quantities.map((of) =>
        of.flatMap((quantity, type) => (quantity ? [line(scene.event, quantity, 0, type)] : [])),
      ),
    )
  },
  controls: [WITHOUT_STOCK_LOCK],
}

/** Carts of family tickets, which take four places, and of tickets of one. */
const families = ({ event }: Scene): Line[][] => [
  [line(event, 1)],
  [line(event, 2, 0, 1)],
  [line(event, 1), line(event, 3, 0, 1)],
  [line(event, 1, 0, 2)],
]
const FAMILY_TYPES = [{ places: 4 }, {}, { capacity: 6 }]

export const familyTickets: Race = {
  name: 'tickets for one and for four want the last 61 places',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 61, types: FAMILY_TYPES })
    return rush(scene, 80, families(scene))
  },
  controls: [WITHOUT_STOCK_LOCK, WITHOUT_PLACES],
}

export const sharedCapacity: Race = {
  name: 'types that share 47 places in a session without limit',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null, shared: 47, types: FAMILY_TYPES })
    return rush(scene, 80, families(scene))
  },
  controls: [WITHOUT_STOCK_LOCK, WITHOUT_SHARED_CAPACITY],
}

export const overrides: Race = {
  name: 'two types with few tickets each in a session without limit',
  async run(world) {
    const scene = await Scene.open(world, {
      capacity: null,
      types: [{}, { capacity: 15 }, { capacity: 7 }],
    })
    const { event } = scene
    return rush(scene, 60, [
      [line(event, 2, 0, 1)],
      [line(event, 1, 0, 2), line(event, 1, 0, 0)],
      [line(event, 3, 0, 2)],
      [line(event, 1, 0, 1), line(event, 1, 0, 2)],
    ])
  },
  controls: [WITHOUT_OVERRIDES, WITHOUT_STOCK_LOCK],
}

export const lastAddOns: Race = {
  name: 'buyers of three sessions without limit want the last 31 of an add-on',
  async run(world) {
    const scene = await Scene.open(world, {
      capacity: null,
      sessions: 3,
      addOns: [{ priceMinor: 1500, capacity: 31 }, { priceMinor: 500 }],
    })
    const { event } = scene
    return rush(
      scene,
      90,
      times(3, (session) => [line(event, 2, session), addOnLine(event, 1 + session)]),
    )
  },
  controls: [WITHOUT_STOCK_LOCK],
}
