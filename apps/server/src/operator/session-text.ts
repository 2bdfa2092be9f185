import { formatAmount, zonedIso } from '@foyer/domain'
import type { DisruptionParams } from '../engine/offers/disrupt-session.ts'
import type { DisruptionProgress, SessionFacts } from '../features/disruptions/progress.ts'
import { formatTable } from './table.ts'

/** An instant at the venue, '2026-11-21 19:30'. */
const at = (time: Date, { timeZone }: SessionFacts): string =>
  zonedIso(time.toISOString(), timeZone).slice(0, 16).replace('T', ' ')

const money = (amountMinor: number, { currency }: SessionFacts): string =>
  formatAmount(amountMinor, currency)

/** What a disruption does, before it is made. */
export function describeSession(session: SessionFacts, params: DisruptionParams): string {
  const { toStartsAt, answerBy, unanswered } = params
  return formatTable([
    ['session', `${session.eventName}, ${at(session.startsAt, session)}`],
    [
      'what',
      toStartsAt
        ? `is moved to ${at(toStartsAt, session)}`
        : 'is called off: nothing more of it is sold or paid',
    ],
    ['orders', String(session.orders)],
    ['tickets', `${session.tickets}, bought at ${money(session.amountMinor, session)}`],
    answerBy
      ? ['buyers', `are asked until ${at(answerBy, session)}; without an answer: ${unanswered}`]
      : ['buyers', 'are not asked: their tickets end, and all is refunded'],
  ])
}

/** How far the work on a disruption is: a table, and a summary as JSON in the last line. */
export function describeProgress(session: SessionFacts, progress: DisruptionProgress): string {
  const refundMinor = progress.orders.reduce((sum, row) => sum + row.refundMinor, 0)
  const count = (isCounted: (row: DisruptionProgress['orders'][number]) => boolean) =>
    progress.orders.filter(isCounted).reduce((sum, row) => sum + row.count, 0)
  const summary = {
    kind: progress.kind,
    state: progress.state,
    orders: count(() => true),
    listed: count(({ state }) => state === 'listed'),
    asked: count(({ state }) => state !== 'listed'),
    answered: count(({ answeredBy }) => answeredBy === 'buyer'),
    settling: count(({ state }) => state === 'settling'),
    settled: count(({ state }) => state === 'settled'),
    failed: count(({ state }) => state === 'failed'),
    refundMinor,
    refunds: Object.fromEntries(progress.refunds.map((row) => [row.state, row.count])),
  }
  const table = formatTable([
    [progress.kind === 'called_off' ? 'called off' : 'moved', at(progress.createdAt, session)],
    ...progress.orders.map(({ state, answer, answeredBy, ...row }) => [
      state,
      `${row.count} orders`,
      answer ? `${answer}${answeredBy === 'default' ? ' (no answer)' : ''}` : '',
      row.refundMinor > 0 ? money(row.refundMinor, session) : '',
    ]),
    ...progress.refunds.map((row) => [
      `refunds ${row.state}`,
      String(row.count),
      '',
      money(row.amountMinor, session),
    ]),
    ...progress.problems.map(({ problem, count: orders }) => [
      'failed',
      `${orders} orders`,
      problem,
    ]),
  ])
  return `${table}${JSON.stringify(summary)}\n`
}
