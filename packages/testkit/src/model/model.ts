import type { CartRef, Line, WorldPlan } from './plan.ts'
import { TYPE_PRICES_MINOR } from './plan.ts'

/**
 * The product in memory, one operation at a time, with which `rules.ts` compares the system's
 * answers. Deliberately naive: nothing here is fast, locked or stored.
 */
export interface Model {
  readonly world: WorldPlan
  holds: Hold[]
  carts: Record<string, Cart>
  orders: Record<string, { lines: string[]; tickets: number; totalMinor: number }>
  /** Granted hold requests by buyer and Idempotency-Key, with the holds they made. */
  granted: Record<string, { body: string; holds: number[] }>
  /** Holds that an operation remembers from one of its steps to the next, by its mark. */
  read: Record<string, number[]>
}

export interface Hold extends Line {
  /** Its index in `holds`. */
  nr: number
  /** The system's id; null until an answer contains it. */
  id: string | null
  cart: string
  /** Time until the announced end of the hold; 0 or less once it has expired. */
  endsInMinutes: number
  hasGrace: boolean
  state: 'held' | 'ended' | 'sold'
  /** Set once it is sold. */
  orderId: string | null
}

export interface Cart {
  /** The last outcome of the cart; null again once it was granted a new hold. */
  orderId: string | null
  isGraceGiven: boolean
  /** The order that it became in the present step, whose operations are simultaneous. */
  soldNow?: string
  /**
   * An order of the same step as its last hold. If one batch made both, they have the same time, and
   * once the hold has ended the order counts (`loadFrozenCart`).
   */
  tiedOrderId?: string | undefined
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

/** Whether a hold takes stock: an expired one does not, even if it was not swept yet. */
export const isLive = (hold: Hold): boolean =>
  hold.state === 'held' && hold.endsInMinutes + (hold.hasGrace ? 5 : 0) > 0

export const liveOf = (model: Model, cart: string): Hold[] =>
  model.holds.filter((hold) => hold.cart === cart && isLive(hold))

/** What a further call for more time adds to these holds: five minutes, up to ten in total. */
export function moreTimeOf(live: readonly Hold[]): number {
  const ends = live.map((hold) => hold.endsInMinutes)
  if (ends.length === 0 || Math.min(...ends) <= 0) return 0
  return Math.min(5, 25 - Math.max(...ends))
}

/** What limits a session: its total (null), what its types share, or the capacity of one type. */
export type Pool = number | 'shared' | null

/** What lines take of a pool: tickets of a type, places of all others. */
export const unitsOf = ({ world }: Model, pool: Pool, lines: readonly Line[]): number =>
  typeof pool === 'number'
    ? ticketsOf(lines.filter(({ type }) => type === pool))
    : lines.reduce((sum, { type, quantity }) => sum + quantity * (world.places[type] ?? 1), 0)

/** What is held or sold of a pool of a session. */
export const takenIn = (model: Model, session: number, pool: Pool): number =>
  unitsOf(
    model,
    pool,
    model.holds
      .filter((hold) => hold.session === session)
      .filter((hold) => isLive(hold) || hold.state === 'sold'),
  )

/** What a pool has left, counting the given live holds as free; null means unlimited. */
export function roomIn(
  model: Model,
  session: number,
  pool: Pool,
  freed: readonly Hold[] = [],
): number | null {
  const { capacity, typeCapacities, shared } = model.world
  const most =
    pool === null ? capacity : pool === 'shared' ? shared : (typeCapacities[pool] ?? null)
  if (most === null) return null
  const back = freed.filter((hold) => hold.session === session)
  return most - takenIn(model, session, pool) + unitsOf(model, pool, back)
}

export const ticketsOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

export const totalMinorOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + line.quantity * (TYPE_PRICES_MINOR[line.type] ?? 0), 0)

/** Lines in comparable form: sorted, and without their session, which a quote does not name. */
export const describeLines = (lines: readonly Pick<Line, 'type' | 'quantity'>[]): string[] =>
  lines.map((line) => `${line.quantity} of type ${line.type}`).sort()
