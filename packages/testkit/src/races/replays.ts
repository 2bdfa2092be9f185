import { WITHOUT_UNIQUE_KEYS } from './controls.ts'
import { line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

export const replays: Race = {
  name: 'an Idempotency-Key is used many times at once, for two requests',
  async run(world) {
    const scene = await Scene.open(world, { capacity: null, sessions: 2 })
    const { event } = scene
    // Different carts and sessions have different locks, so the two requests share only the key.
    const requests = [
      { cart: '10001', lines: [line(event, 2, 0)] },
      { cart: '10002', lines: [line(event, 3, 1)] },
    ]
    await Promise.all(
      times(8, async (index) => {
        const buyer = await scene.buyer().introduce()
        const key = `key-${index}`
        const askAll = (serverOf: (request: number) => number) =>
          Promise.all(
            requests.map(({ cart, lines }, request) =>
              Promise.all(times(3, () => buyer.hold(serverOf(request), lines, { key, cart }))),
            ),
          )
        // The first two go to different servers: at one server both would be decided in one batch.
        const first = await askAll((request) => request)
        const again = await askAll((request) => 1 - request)
        const answers = first.map((of, request) => [...of, ...(again[request] ?? [])])
        const won = answers.findIndex((of) => of[0]?.status === 201)
        for (const [request, of] of answers.entries()) {
          const expected = request === won ? 201 : 409
          const statuses = of.map((answer) => answer.status)
          scene.demand(
            statuses.every((status) => status === expected),
            `request ${request} under one key was answered ${statuses}`,
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
