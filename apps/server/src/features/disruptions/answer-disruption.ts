import { type disruptions, granted, type Refused, type ResultOf, refused } from '@foyer/contract'
import { DISRUPTIONS } from '@foyer/domain'
import { rescheduleFreelyOp } from '../../engine/orders/free-reschedule.ts'
import { validTickets } from '../../engine/orders/order-value.ts'
import { readOrder } from '../../engine/orders/read-orders.ts'
import type { Call } from '../../http/endpoint.ts'
import {
  type DisruptionOfOrder,
  recordRescheduled,
  selectDisruptionsOf,
  storeAnswer,
} from './order-queries.ts'
import { settleOrder } from './settle-disruptions.ts'

type AnswerCall = Call<typeof disruptions.answerDisruption>
type Answered = ResultOf<typeof disruptions.answerDisruption>

/**
 * A buyer's answer to a disruption. Tickets that are kept may still be given back or exchanged until the
 * date; a refund and a reschedule are made at once and final. A repeated answer finds itself given.
 */
export async function answerDisruption(call: AnswerCall): Promise<Answered> {
  const { context, tenant, params, principal } = call
  const { answer } = call.body
  const orderId = principal.row.id
  const row = (
    await context.db.withTenant(tenant.id, (tx) => selectDisruptionsOf(tx, orderId))
  ).find(({ id }) => id === params.disruptionId)
  if (!row) return notPossible('nothing_asked')
  const isRepeated = row.answer === answer.type && row.state !== 'asked' && row.state !== 'listed'
  if (isRepeated) {
    const isMade = answer.type !== 'reschedule' || (await isThere(call, answer.newSessionId))
    return isMade ? granted({ success: true }) : notPossible('settled')
  }
  if (!DISRUPTIONS[row.kind].answers.includes(answer.type)) return notPossible('not_offered')
  if (!isOpen(row)) return notPossible(row.hasTime ? 'settled' : 'too_late')
  return answer.type === 'reschedule'
    ? reschedule(call, row, answer.newSessionId)
    : keepOrGiveBack(call, row, answer.type)
}

const isOpen = ({ state, hasTime }: DisruptionOfOrder): boolean =>
  hasTime && (state === 'listed' || state === 'asked')

/** Whether the order has tickets in this session, as after a reschedule that is asked for again. */
const isThere = ({ context, tenant, principal }: AnswerCall, newSessionId: string) =>
  context.db.withTenant(tenant.id, async (tx) => {
    const order = await readOrder(tx, tenant.id, principal.row.id)
    return order.ok && validTickets(order.value).some(({ sessionId }) => sessionId === newSessionId)
  })

async function keepOrGiveBack(
  { context, tenant, principal }: AnswerCall,
  row: DisruptionOfOrder,
  answer: 'keep' | 'refund',
): Promise<Answered> {
  const orderId = principal.row.id
  const problem = await context.db.withTenant(tenant.id, async (tx) => {
    const order = await readOrder(tx, tenant.id, orderId)
    if (answer === 'refund' && order.ok && order.value.isDisputed) return 'charge_disputed'
    return (await storeAnswer(tx, row.id, orderId, answer)) ? null : 'settled'
  })
  if (problem) return notPossible(problem)
  // If the lanes are busy now, the job decides the refund: the answer counts already.
  if (answer === 'refund') await settleOrder(context, tenant, row, orderId)
  context.kickJobs(tenant.id)
  return granted({ success: true })
}

async function reschedule(
  { context, tenant, principal, request }: AnswerCall,
  from: DisruptionOfOrder,
  toSessionId: string,
): Promise<Answered> {
  const orderId = principal.row.id
  const op = rescheduleFreelyOp(orderId, { from, toSessionId })
  const made = await context.lanes.submit(tenant.id, op, request.network)
  if (!made.ok) return made
  await context.db.withTenant(tenant.id, (tx) => recordRescheduled(tx, from.id, orderId))
  context.kickJobs(tenant.id)
  return granted({ success: true })
}

type Reason = 'nothing_asked' | 'not_offered' | 'too_late' | 'settled' | 'charge_disputed'

const WHY: Readonly<Record<Reason, string>> = {
  nothing_asked: 'There is nothing to answer for this order.',
  not_offered: 'This cannot be chosen here. Please choose something else.',
  too_late: 'The date to answer by has passed.',
  settled: 'This was settled already. Please reload the page.',
  charge_disputed:
    'Your bank is looking into this payment. Until it has decided, the order cannot be changed here.',
}

const notPossible = (reason: Reason): Refused<'answer_not_possible'> =>
  refused('answer_not_possible', WHY[reason], { reason })
