import { WITHOUT_UNIQUE_KEYS } from './controls.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

export const replays: Race = {
  name: 'an Idempotency-Key is used many times at once, for two wishes',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null, sessions: 2 })
    const { event } = scene
    // Different carts and sessions have different locks: only the key is what both wishes share.
    const wishes = [
      { cart: '10001', lines: [line(event, 2, 0)] },
      { cart: '10002', lines: [line(event, 3, 1)] },
    ]
    await Promise.all(
      times(8, async (index) => {
        const buyer = await scene.buyer().introduce()
        const key = `wish-${index}`
        const askAll = (serverOf: (wish: number) => number) =>
          Promise.all(
            wishes.map(({ cart, lines }, wish) =>
              Promise.all(times(3, () => buyer.hold(serverOf(wish), lines, { key, cart }))),
            ),
          )
        // First each at a server of its own: asked of one, both would be decided in one batch.
        const first = await askAll((wish) => wish)
        const again = await askAll((wish) => 1 - wish)
        const answers = first.map((of, wish) => [...of, ...(again[wish] ?? [])])
        const won = answers.findIndex((of) => of[0]?.status === 201)
        for (const [wish, of] of answers.entries()) {
          const expected = wish === won ? 201 : 409
          const statuses = of.map((answer) => answer.status)
          scene.demand(
            statuses.every((status) => status === expected),
            `wish ${wish} under one key was answered ${statuses}`,
          )
        }
        const ends = new Set(answers[won]?.map((answer) => answer.body.expiresAt))
        scene.demand(ends.size === 1, 'one key got different answers')
        scene.promise(buyer, { held: won === 0 ? 2 : 3 })
      }),
    )
    return scene.close()
  },
  controls: [WITHOUT_UNIQUE_KEYS],
}
