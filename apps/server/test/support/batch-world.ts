import { randomUUID } from 'node:crypto'
import { decideBatch } from '../../src/engine/decide-batch.ts'
import type {
  BatchState,
  BatchWrites,
  CartRef,
  HoldCartOp,
  HoldLineOp,
  LaneAnswer,
  LaneHold,
  LaneOp,
  OfferedType,
  RequestKey,
  StockPool,
} from '../../src/engine/lane-types.ts'

/** A session as the database would keep it, in memory: what batches are decided from and write to. */
export interface World {
  sessionId: string
  eventId: string
  now: Date
  startsAt: Date
  isActive: boolean
  types: Map<string, OfferedType>
  pools: StockPool[]
  holds: LaneHold[]
}

export const SESSION = 'session'
export const EVENT = 'event'

export interface WorldPlan {
  /** Null: without limit. */
  capacity?: number | null
  /** Ticket types by id, with the capacity of their own where they have one. */
  types?: Record<string, { capacity?: number | null; price?: number | null; max?: number }>
}

export function makeWorld({ capacity = 10, types = { ga: {} } }: WorldPlan = {}): World {
  const pool = (poolId: string, most: number | null) => ({
    poolId,
    capacity: most,
    held: 0,
    sold: 0,
  })
  const now = new Date('2026-11-21T12:00:00Z')
  return {
    sessionId: SESSION,
    eventId: EVENT,
    now,
    startsAt: new Date(now.getTime() + 86_400_000),
    isActive: true,
    types: new Map(
      Object.entries(types).map(([id, { price = 3000, max = 100 }]) => [
        id,
        { name: id.toUpperCase(), unitPriceMinor: price, feeSet: null, maxQuantity: max },
      ]),
    ),
    pools: [
      pool(SESSION, capacity),
      ...Object.entries(types).map(([id, type]) => pool(id, type.capacity ?? null)),
    ],
    holds: [],
  }
}

/** Decides a batch and writes it down as the lane's statements do. */
export function runBatch(
  world: World,
  ops: readonly LaneOp[],
): { answers: LaneAnswer[]; writes: BatchWrites } {
  const decided = decideBatch(readFor(world, ops), ops)
  write(world, decided.writes)
  return decided
}

function readFor(world: World, ops: readonly LaneOp[]): BatchState {
  const carts = new Set(ops.map((op) => (op.kind === 'release' ? op.cartId : op.cart.id)))
  const keys = new Set(ops.flatMap((op) => (op.kind === 'release' ? [] : (op.request?.key ?? []))))
  const { sessionId, now, pools, eventId, startsAt, isActive, types } = world
  return {
    sessionId,
    now,
    pools: structuredClone(pools),
    offer: { eventId, startsAt, isActive, types },
    holds: world.holds.filter(
      (hold) =>
        (hold.state === 'held' && hold.sessionId === sessionId && carts.has(hold.cartId)) ||
        (hold.request !== null && keys.has(hold.request.key)),
    ),
  }
}

function write(world: World, writes: BatchWrites): void {
  for (const { holdId, state } of writes.ends) {
    const hold = world.holds.find((each) => each.id === holdId)
    if (hold) hold.state = state
  }
  world.holds.push(...writes.inserts.map((hold) => ({ ...hold })))
  for (const pool of world.pools) pool.held += writes.heldDeltas.get(pool.poolId) ?? 0
}

export const cartRef = (name: string): CartRef => ({ id: name, browserId: name, number: '12345' })

export const holdLine = (
  cart: string,
  quantity: number,
  { type = 'ga', request = null }: { type?: string; request?: RequestKey | null } = {},
): HoldLineOp => ({
  kind: 'hold-line',
  cart: cartRef(cart),
  ticketTypeId: type,
  quantity,
  customerIdentifier: null,
  request,
})

export const holdCart = (
  cart: string,
  tickets: Record<string, number>,
  { request = null, eventId = EVENT }: { request?: RequestKey | null; eventId?: string } = {},
): HoldCartOp => ({
  kind: 'hold-cart',
  cart: cartRef(cart),
  eventId,
  tickets: Object.entries(tickets).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
  addOns: [],
  request,
})

export const release = (cart: string): LaneOp => ({ kind: 'release', cartId: cart })

/** An answer as a line: what was granted, or the code of the refusal. */
export const told = (answer: LaneAnswer | undefined): string => {
  if (!answer) return 'nothing'
  if (!answer.ok) return answer.refusal.code
  return answer.value.map((hold) => `${hold.quantity} ${hold.ticketTypeId}`).join(' + ')
}

/** What a cart holds, as a line. */
export const heldBy = (world: World, cart: string): string =>
  world.holds
    .filter((hold) => hold.cartId === cart && hold.state === 'held')
    .map((hold) => `${hold.quantity} ${hold.ticketTypeId}`)
    .join(' + ')

/** Puts a hold into the world as if an earlier batch had granted it. */
export function addHold(world: World, hold: Partial<LaneHold> & { cartId: string }): LaneHold {
  const whole: LaneHold = {
    id: randomUUID(),
    sessionId: world.sessionId,
    ticketTypeId: 'ga',
    quantity: 2,
    unitPriceMinor: 3000,
    feeSet: null,
    state: 'held',
    customerIdentifier: null,
    request: null,
    createdAt: world.now,
    expiresAt: new Date(world.now.getTime() + 900_000),
    reclaimAt: new Date(world.now.getTime() + 900_000),
    ...hold,
  }
  world.holds.push(whole)
  if (whole.state === 'held' && whole.sessionId === world.sessionId) {
    for (const pool of world.pools) {
      if (pool.poolId === SESSION || pool.poolId === whole.ticketTypeId) pool.held += whole.quantity
    }
  }
  return whole
}
