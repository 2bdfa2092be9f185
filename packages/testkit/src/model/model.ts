import type { CartRef, Line, WorldPlan } from './plan.ts'
import { TYPE_PRICES_MINOR } from './plan.ts'

/**
 * The product in memory, one operation at a time: what `rules.ts` lets the system's answers be
 * compared with. As naive as can be; nothing here is fast, locked or stored.
 */
export interface Model {
  readonly world: WorldPlan
  holds: Hold[]
  carts: Record<string, Cart>
  orders: Record<string, { lines: string[]; tickets: number; totalMinor: number }>
  /** Hold requests that were granted, by buyer and Idempotency-Key, with the holds they made. */
  granted: Record<string, { body: string; holds: number[] }>
  /** Holds that an operation of several steps remembers from one to the next, by its mark. */
  read: Record<string, number[]>
}

export interface Hold extends Line {
  /** Its place in `holds`. */
  nr: number
  /** As the system named it; null until an answer says so. */
  id: string | null
  cart: string
  /** Until the end that the buyer is told; not above 0 once that is over. */
  endsInMinutes: number
  hasGrace: boolean
  state: 'held' | 'ended' | 'sold'
  /** Once it is sold. */
  orderId: string | null
}

export interface Cart {
  /** What it became last; null once it was granted something anew. */
  orderId: string | null
  isGraceGiven: boolean
}

export const newModel = (world: WorldPlan): Model => ({
  world,
  holds: [],
  carts: {},
  orders: {},
  granted: {},
  read: {},
})

export const cartKey = ({ buyer, number }: CartRef): string => `${buyer}/${number}`

/** What counts as taken: a hold whose time is over does not, whether or not it was tidied up. */
export const isLive = (hold: Hold): boolean =>
  hold.state === 'held' && hold.endsInMinutes + (hold.hasGrace ? 5 : 0) > 0

export const liveOf = (model: Model, cart: string): Hold[] =>
  model.holds.filter((hold) => hold.cart === cart && isLive(hold))

/** What one more call for more time would add to these: five minutes, until there were ten. */
export function moreTimeOf(live: readonly Hold[]): number {
  const ends = live.map((hold) => hold.endsInMinutes)
  if (ends.length === 0 || Math.min(...ends) <= 0) return 0
  return Math.min(5, 25 - Math.max(...ends))
}

/** Places taken in a session, or of one type in it. */
export const takenIn = (model: Model, session: number, type: number | null): number =>
  ticketsOf(
    model.holds
      .filter((hold) => hold.session === session && (type === null || hold.type === type))
      .filter((hold) => isLive(hold) || hold.state === 'sold'),
  )

/** Places left of them once those of live holds are given back; null: without limit. */
export function roomIn(
  model: Model,
  session: number,
  type: number | null,
  freed: readonly Hold[] = [],
): number | null {
  const { capacity, typeCapacities } = model.world
  const places = type === null ? capacity : (typeCapacities[type] ?? null)
  if (places === null) return null
  const back = freed.filter((hold) => hold.session === session && (type ?? hold.type) === hold.type)
  return places - takenIn(model, session, type) + ticketsOf(back)
}

export const ticketsOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

export const totalMinorOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * (TYPE_PRICES_MINOR[line.type] ?? 0), 0)

/** Lines as answers are compared: sorted, and without their session, which a quote does not name. */
export const describeLines = (lines: readonly Pick<Line, 'type' | 'quantity'>[]): string[] =>
  lines.map((line) => `${line.quantity} of type ${line.type}`).sort()
