import { dates, granted, type ResultOf, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { addDays, instantOf, minutesOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { newId } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { SESSION_NOT_FOUND } from '../../engine/refusals.ts'
import { type Call, serve } from '../../http/endpoint.ts'
import { countDisrupted } from './bought-before.ts'
import { disruptSession } from './disrupt-session.ts'
import {
  continueWork,
  readProgress,
  readSessionFacts,
  type SessionFacts,
  stopWork,
} from './progress.ts'

/** Moving a session and calling it off, in the back office. */
export function disruptionStaffRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, dates.disruptSession, { handle: disrupt })
  serve(app, context, dates.getDisruption, {
    handle: ({ tenant, params }) =>
      context.db.withTenant(tenant.id, (tx) => presentProgress(tx, params.sessionId)),
  })
  const changing =
    (change: typeof stopWork, action: 'session.work_stopped' | 'session.work_continued') =>
    async ({
      tenant,
      principal,
      params: { sessionId },
    }: Pick<DisruptCall, 'tenant' | 'principal' | 'params'>): Promise<Progress> => {
      const answer = await context.db.withTenant(tenant.id, async (tx) => {
        const facts = await readSessionFacts(tx, sessionId)
        if (!facts) return SESSION_NOT_FOUND
        if (await change(tx, sessionId)) {
          await writeAuditEntry(tx, {
            personId: principal.session.personId,
            action,
            entityId: sessionId,
            entityName: nameOf(facts),
          })
        }
        return presentProgress(tx, sessionId)
      })
      context.kickJobs(tenant.id)
      return answer
    }
  serve(app, context, dates.stopDisruption, {
    handle: changing(stopWork, 'session.work_stopped'),
  })
  serve(app, context, dates.continueDisruption, {
    handle: changing(continueWork, 'session.work_continued'),
  })
}

type DisruptCall = Call<typeof dates.disruptSession>
type Progress = ResultOf<typeof dates.getDisruption>

async function presentProgress(tx: TenantTx, sessionId: string): Promise<Progress> {
  if (!(await readSessionFacts(tx, sessionId))) return SESSION_NOT_FOUND
  const progress = await readProgress(tx, sessionId)
  if (!progress) return granted({ disruption: null })
  const countOf = (states: readonly string[]) =>
    progress.orders
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { count }) => sum + count, 0)
  const sumOf = (of: 'count' | 'amountMinor', states: readonly string[]) =>
    progress.refunds
      .filter(({ state }) => states.includes(state))
      .reduce((sum, refund) => sum + refund[of], 0)
  const { id, kind, state, fromStartsAt, toStartsAt, answerBy, stoppedAt, problems } = progress
  const [all, made] = [['queued', 'pending', 'succeeded'], ['succeeded']]
  return granted({
    disruption: {
      ...{ id, kind, state },
      fromStartsAt: fromStartsAt.toISOString(),
      toStartsAt: toStartsAt?.toISOString() ?? null,
      answerBy: answerBy?.toISOString() ?? null,
      stoppedAt: stoppedAt?.toISOString() ?? null,
      settled: countOf(['settled']),
      open: countOf(['listed', 'asked', 'settling']),
      failed: countOf(['failed']),
      refunds: {
        decided: sumOf('count', all),
        decidedMinor: sumOf('amountMinor', all),
        made: sumOf('count', made),
        madeMinor: sumOf('amountMinor', made),
      },
      problems: [...problems],
    },
  })
}

/** How the audit log calls a session. */
const nameOf = ({ eventName, startsAt }: SessionFacts): string =>
  `${eventName}, ${startsAt.toISOString().slice(0, 16)}Z`

async function disrupt({
  context,
  tenant,
  principal,
  params: { sessionId },
  body,
}: DisruptCall): Promise<ResultOf<typeof dates.disruptSession>> {
  const { db, lanes } = context
  const facts = await db.withTenant(tenant.id, (tx) => readSessionFacts(tx, sessionId))
  if (!facts) return SESSION_NOT_FOUND
  // Moving what nobody has bought is daily work.
  const again = principal.signInAgain()
  if (again && (body.kind === 'called_off' || facts.tickets > 0)) return again
  const { kind, toDate, toTime, message, answerByDate, unanswered } = body
  if (kind === 'moved' && (!toDate || !toTime || !answerByDate)) {
    return notChangeable('Say when it takes place, and until when its buyers may answer.')
  }
  if (kind === 'called_off' && unanswered !== 'refund') {
    return notChangeable('Nobody keeps a ticket to a date that does not take place.')
  }
  const toStartsAt =
    kind === 'moved' && toDate && toTime
      ? instantOf(toDate, minutesOf(toTime) ?? 0, facts.timeZone)
      : null
  const answerBy = answerByDate ? instantOf(addDays(answerByDate, 1), 0, facts.timeZone) : null
  const id = newId()
  const decided = await disruptSession({ db, lanes }, tenant.id, {
    ...{ id, sessionId, kind, toStartsAt, unanswered },
    message: message || null,
    // A day ends later than a session of that day begins.
    answerBy: answerBy && toStartsAt && answerBy > toStartsAt ? toStartsAt : answerBy,
    // Tickets may be bought since they were counted.
    onlyUnsold: again !== null,
  })
  if (!decided.ok) {
    const isBought = decided.refusal.details?.reason === 'bought_meanwhile'
    return again && isBought ? again : decided
  }
  await db.withTenant(tenant.id, async (tx) =>
    writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: kind === 'moved' ? 'session.moved' : 'session.called_off',
      entityId: sessionId,
      entityName: nameOf(facts),
      before: { startsAt: facts.startsAt.toISOString() },
      after: {
        startsAt: toStartsAt?.toISOString() ?? null,
        answerBy: answerBy?.toISOString() ?? null,
        unanswered,
        // Counted after the decision, so that those are in it that were bought until then.
        tickets: await countDisrupted(tx, id),
      },
    }),
  )
  context.rollups.changed(tenant.id, sessionId)
  context.kickJobs(tenant.id)
  return decided
}

const notChangeable = (message: string) =>
  refused('session_not_changeable', message, { reason: 'incomplete' })
