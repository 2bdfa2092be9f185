import type { BuiltEvent } from '../builder.ts'
import type { TestServer } from '../server.ts'
import { TestBrowser } from '../test-browser.ts'
import { BUYERS, MAX_QUANTITY, SESSIONS, TYPE_PRICES_MINOR, type WorldPlan } from './plan.ts'

/** The system under test. The check reads only its answers and, from outside, its database. */
export interface System extends Pick<TestServer, 'build' | 'sql'> {
  /** Servers on one database and with one secret, so that each accepts the cookies of all. */
  servers: readonly { url: string }[]
}

/** One run's event and buyers. */
export interface RealWorld {
  system: System
  event: BuiltEvent
  buyers: { browser: TestBrowser; id: string }[]
}

/** Creates a world for each run: runs share the database and nothing else. */
export async function makeRealWorld(system: System, plan: WorldPlan): Promise<RealWorld> {
  const event = await system.build.event({
    capacity: plan.capacity,
    sessions: SESSIONS,
    types: TYPE_PRICES_MINOR.map((priceMinor, type) => {
      const capacity = plan.typeCapacities[type]
      const places = plan.places[type] ?? 1
      return { priceMinor, places, max: MAX_QUANTITY, ...(capacity ? { capacity } : {}) }
    }),
    ...(plan.shared === null ? {} : { shared: plan.shared }),
  })
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => makeBuyer(system, event)))
  return { system, event, buyers }
}

/** A browser that already has its cookie: two simultaneous first calls would make two browsers. */
async function makeBuyer(system: System, event: BuiltEvent) {
  const [server] = system.servers
  if (!server) throw new Error('The model check needs a server')
  const browser = new TestBrowser(server.url)
  await browser.send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 1,
  })
  const { id } = browser
  if (!id) throw new Error('A browser that stored a selection has a cookie')
  return { browser, id }
}
