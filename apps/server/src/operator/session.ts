import { parseArgs } from 'node:util'
import type { Database } from '@foyer/db'
import { DISRUPTIONS, instantOf, isCalendarDate, knownZone } from '@foyer/domain'
import { newId } from '../adapters/ids.ts'
import type { DisruptionParams } from '../engine/offers/disrupt-session.ts'
import { disruptSession } from '../features/disruptions/disrupt-session.ts'
import {
  readProgress,
  readSessionFacts,
  retryFailed,
  type SessionFacts,
} from '../features/disruptions/progress.ts'
import { findOrganizer, logOf, OperatorError, runCommand } from './command.ts'
import { lanesOf } from './money-context.ts'
import { describeProgress, describeSession } from './session-text.ts'

/**
 * `npm run session -- <tenant> <session-id> call-off|move`: a session does not take place, or at another
 * time. The decision is written to the database; the servers' jobs do the rest, slice by slice, and
 * `status` shows how far they are.
 */

const USAGE = `npm run session -- <tenant> <session-id> call-off [--answer-by 2026-11-21T18:00]
                   [--message text] [--dry-run]
npm run session -- <tenant> <session-id> move --to 2026-11-22T19:30 --answer-by 2026-11-21T18:00
                   [--default keep|refund] [--message text] [--dry-run]
                   (times at the venue; without --answer-by everybody is refunded at once)
npm run session -- <tenant> <session-id> status
npm run session -- <tenant> <session-id> retry        (orders that failed, once more)`

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        'answer-by': { type: 'string' },
        default: { type: 'string' },
        message: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

await runCommand('No session was changed.', async (_, env, cells) => {
  const { values, positionals } = readArguments()
  const [slug = '', sessionId = '', action = '', ...others] = positionals
  if (others.length > 0) throw new OperatorError(`'${others[0]}' is one word too many.\n${USAGE}`)
  const { tenant, db } = findOrganizer(cells, slug, `Which organizer?\n${USAGE}`)
  const session = await findSession(db, tenant.id, sessionId)
  switch (action) {
    case 'status':
      return showProgress(db, tenant.id, session)
    case 'retry':
      return retry(db, tenant.id, session)
    case 'call-off':
    case 'move': {
      const params = readDisruption(action, session, values)
      process.stdout.write(describeSession(session, params))
      if (values['dry-run']) {
        process.stdout.write('Nothing was changed: this was a dry run.\n')
        return true
      }
      // A command that was interrupted may be repeated: what is done already is only shown.
      if (!isDone(session, params)) {
        const lanes = lanesOf(db, logOf(env))
        const decided = await disruptSession({ db, lanes }, tenant.id, params)
        await lanes.drain()
        if (!decided.ok) throw new OperatorError(decided.refusal.message)
      }
      return showProgress(db, tenant.id, session)
    }
    default:
      throw new OperatorError(`What is to be done?\n${USAGE}`)
  }
})

type Values = ReturnType<typeof readArguments>['values']

/** What the arguments ask for; throws with the usage if they make no sense. */
function readDisruption(
  action: 'call-off' | 'move',
  session: SessionFacts,
  values: Values,
): DisruptionParams {
  const kind = action === 'move' ? 'moved' : 'called_off'
  const toStartsAt = readTime('--to', values.to, session)
  if ((kind === 'moved') !== (toStartsAt !== null)) {
    throw new OperatorError(`${kind === 'moved' ? 'Move to when?' : '--to is for move.'}\n${USAGE}`)
  }
  const answerBy = readTime('--answer-by', values['answer-by'], session)
  if (kind === 'moved' && !answerBy) {
    throw new OperatorError(`Until when may buyers answer?\n${USAGE}`)
  }
  const [usual] = DISRUPTIONS[kind].unanswered
  const unanswered = DISRUPTIONS[kind].unanswered.find((each) => each === (values.default ?? usual))
  if (!unanswered) throw new OperatorError(`'${values.default}' is no default here.\n${USAGE}`)
  const message = values.message?.trim() || null
  return { id: newId(), sessionId: session.id, kind, toStartsAt, answerBy, unanswered, message }
}

/** A time at the venue, as '2026-11-21T19:30'; null if it is not given. */
function readTime(
  name: string,
  typed: string | undefined,
  { timeZone }: SessionFacts,
): Date | null {
  if (typed === undefined) return null
  const [, date = '', hours, minutes] = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)$/.exec(typed) ?? []
  const isTime = Number(hours) < 24 && Number(minutes) < 60
  if (!isCalendarDate(date) || !isTime) {
    throw new OperatorError(`${name}: '${typed}' is no time; write it like 2026-11-21T19:30.`)
  }
  return instantOf(date, Number(hours) * 60 + Number(minutes), knownZone(timeZone))
}

function isDone(session: SessionFacts, { kind, toStartsAt }: DisruptionParams): boolean {
  if (kind === 'called_off') return session.state === 'called_off'
  return session.startsAt.getTime() === toStartsAt?.getTime()
}

async function findSession(db: Database, tenantId: number, sessionId: string) {
  const isId = /^[0-9a-f-]{36}$/i.test(sessionId)
  const found =
    isId && (await db.withTenant(tenantId, (tx) => readSessionFacts(tx, sessionId.toLowerCase())))
  if (!found) throw new OperatorError(`Which session?\n${USAGE}`)
  return found
}

/** Shows how far the work is; false if an order failed, so that somebody looks. */
async function showProgress(
  db: Database,
  tenantId: number,
  session: SessionFacts,
): Promise<boolean> {
  const progress = await db.withTenant(tenantId, (tx) => readProgress(tx, session.id))
  if (!progress) {
    process.stdout.write('This session was neither moved nor called off.\n')
    return true
  }
  process.stdout.write(describeProgress(session, progress))
  return progress.problems.length === 0
}

async function retry(db: Database, tenantId: number, session: SessionFacts): Promise<boolean> {
  await db.withTenant(tenantId, async (tx) => {
    const progress = await readProgress(tx, session.id)
    const count = progress ? await retryFailed(tx, progress.id) : 0
    process.stdout.write(`${count} orders are tried again.\n`)
  })
  return true
}
