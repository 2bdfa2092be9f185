import type { Scope } from '@foyer/server/audit'
import { findStockDrift } from '../stock-check.ts'
import { expectedOf, explain, type Sent } from './explain.ts'
import { type Model, newModel } from './model.ts'
import { type HoldRequest, MAX_QUANTITY, type Op, type Plan } from './plan.ts'
import { makeRealWorld, type RealWorld, type System } from './real-world.ts'
import {
  expire,
  holdRules,
  look,
  moreTimeRules,
  orderFreeRules,
  payRules,
  type Reply,
  type Rule,
  release,
  reschedule,
  startPaymentRules,
} from './rules.ts'
import { sendHold, sendOnCart, sendReschedule } from './send.ts'
import { differenceOf, readVisibleState, visibleStateOf } from './visible-state.ts'

/** An operation with its references resolved: its steps in the model, and how it is sent. */
interface Action {
  name: string
  rules: readonly Rule[]
  send(): Promise<Reply>
}

type NamedSent = Sent & { name: string }

/**
 * Runs a plan against the system and the model. Throws with the difference as soon as an answer, the
 * counters, the holds or the orders fit no order of the operations, and at the end if a counter is
 * not the sum of its ledger and of its holds. Calls `onStep` before each step is sent, with the
 * number of its operations.
 */
export async function runPlan(
  system: System,
  plan: Plan,
  onStep: (operations: number) => void,
): Promise<void> {
  const world = await makeRealWorld(system, plan.world)
  const history: History = { keyed: [], orderIds: [] }
  let models = [newModel(plan.world)]
  for (const step of plan.steps) {
    const actions = step.flatMap((op) => actionOf(world, op, history))
    onStep(actions.length)
    const sent = await Promise.all(
      actions.map(async (action) => ({ ...action, seen: await action.send() })),
    )
    models = await statesAfter(world, models, sent)
    for (const { carts } of models) for (const cart of Object.values(carts)) delete cart.soldNow
    history.orderIds = Object.keys(models[0]?.orders ?? {})
  }
  const drift = await findStockDrift(system, await scopeOf(world))
  if (drift.length > 0) throw new Error(`Counters drifted: ${JSON.stringify(drift)}`)
}

/** Checks this run's event only, so that a run cannot fail because of an earlier one. */
async function scopeOf({ system, event }: RealWorld): Promise<Scope> {
  const idsIn = async (table: 'orders' | 'payments') => {
    const rows = await system.sql<{ id: string }>(`select id from ${table} where event_id = $1`, [
      event.eventId,
    ])
    return rows.map((row) => row.id)
  }
  const [orderIds, paymentIds] = await Promise.all([idsIn('orders'), idsIn('payments')])
  return { sessionIds: event.sessionIds, orderIds, paymentIds }
}

async function statesAfter(
  world: RealWorld,
  before: readonly Model[],
  sent: readonly NamedSent[],
): Promise<Model[]> {
  const explained = explain(before, sent)
  if (explained.length === 0) throw new Error(inexplicable(before, sent))
  const database = await readVisibleState(world)
  const differences = explained.map((model) => differenceOf(visibleStateOf(model), database))
  const after = explained.filter((_, index) => differences[index] === null)
  if (after.length > 0) return after
  throw new Error(`After ${sent.map(toldText).join(' and ')}: ${differences[0]}`)
}

const toldText = ({ name, seen }: NamedSent) => `${name} -> ${JSON.stringify(seen)}`

function inexplicable(before: readonly Model[], sent: readonly NamedSent[]) {
  const [only] = sent
  if (!only || sent.length > 1) {
    return `No order of these operations explains their answers:\n${sent.map(toldText).join('\n')}`
  }
  const expected = before.map((model) => JSON.stringify(expectedOf(model, only)))
  return `${toldText(only)}, expected ${[...new Set(expected)].join(' or ')}`
}

/** What operations may refer to: the requests sent with a key, and the orders made so far. */
interface History {
  keyed: HoldRequest[]
  orderIds: string[]
}

function actionOf(world: RealWorld, op: Op, { keyed, orderIds }: History): Action[] {
  switch (op.do) {
    case 'hold':
      if (op.request.key) keyed.push(op.request)
      return [hold(world, op.request, op.server)]
    case 'replay': {
      const request = keyed[op.nth % Math.max(1, keyed.length)]
      if (!request) return []
      return [hold(world, op.isAltered ? altered(request) : request, op.server)]
    }
    case 'reschedule': {
      const orderId = orderIds[op.nth % Math.max(1, orderIds.length)]
      if (!orderId) return []
      const name = `reschedule ${orderId} to session ${op.session}`
      const send = () => sendReschedule(world, orderId, op.session, op.server)
      return [{ name, rules: [reschedule(orderId, op.session)], send }]
    }
    case 'expire': {
      const { session, type, minutes } = op
      const name = `expire session ${session} type ${type} by ${minutes} min`
      const send = () => letTimePass(world, session, type, minutes)
      return [{ name, rules: [expire(session, type, minutes)], send }]
    }
    default: {
      const { cart, server } = op
      const name = `${op.do} ${cart.buyer}/${cart.number}`
      const send = () => sendOnCart(world, op.do, cart, server)
      return [{ name, rules: cartRules[op.do](cart), send }]
    }
  }
}

const cartRules = {
  release: (cart) => [release(cart)],
  look: (cart) => [look(cart, 200)],
  'more time': moreTimeRules,
  'start payment': startPaymentRules,
  'order free': orderFreeRules,
  pay: payRules,
} satisfies Record<string, (cart: HoldRequest['cart']) => Rule[]>

const hold = (world: RealWorld, request: HoldRequest, server: number): Action => ({
  name: `hold ${JSON.stringify(request)}`,
  rules: holdRules(request),
  send: () => sendHold(world, request, server),
})

function altered(request: HoldRequest): HoldRequest {
  const other = (quantity: number) => (quantity % MAX_QUANTITY) + 1
  if (request.kind === 'line') {
    return { ...request, line: { ...request.line, quantity: other(request.line.quantity) } }
  }
  const [first, ...rest] = request.lines
  return first
    ? { ...request, lines: [{ ...first, quantity: other(first.quantity) }, ...rest] }
    : request
}

/**
 * Moves holds into the past by one statement under the lock of their session, so that time passes
 * for all of them at one moment. Both statements are sent as one text, which is one transaction.
 */
async function letTimePass(
  { system, event }: RealWorld,
  session: number,
  type: number,
  minutes: number,
): Promise<Reply> {
  const of = `session_id = '${event.sessionIds[session]}'`
  const past = `- interval '${minutes} minutes'`
  await system.sql(`
    select 1 from stock where ${of} order by pool_id for update;
    update holds set expires_at = expires_at ${past}, reclaim_at = reclaim_at ${past}
    where ${of} and ticket_type_id = '${event.typeIds[type]}' and state = 'held'`)
  return { status: 200 }
}
