import type { HealthCheck } from '@foyer/contract'
import { sql } from 'kysely'
import type { OpenCell } from '../../cells/cells.ts'
import type { Context } from '../../context.ts'

/**
 * The work of this installation that waits too long or has failed, over all organizers, as counts. What
 * only its machine can say (variables, disk, backups, proxies) is `npm run doctor`.
 */

/** Work that is due is picked up within seconds; after this time nobody does. */
const LATE_MINUTES = 10
/** Turns through the history of organizers wait for each other. */
const LATE_TURN_MINUTES = 60
/** Processes measure each minute. */
const MEASURED_MINUTES = 3

type Count =
  | 'late mails'
  | 'failed mails'
  | 'late payments'
  | 'late refunds'
  | 'failed refunds'
  | 'money problems'
  | 'differences'
  | 'late events'
  | 'late turns'
  | 'late staff mails'
  | 'processes'

type Counts = (name: Count) => number

/** The checks of each cell, with its name if there are several. Processes measure themselves at home. */
export async function readHealth({ cells }: Pick<Context, 'cells'>): Promise<HealthCheck[]> {
  const answering = cells.answering()
  const silent = cells.opened().filter((cell) => !answering.includes(cell))
  const away = [...silent.map(({ name }) => name), ...cells.away()].map(cellAway)
  const hasOthers = answering.length + away.length > 1
  const checks = await Promise.all(
    answering.map(async (cell) => {
      const counts = await selectCounts(cell)
      const own = cell === cells.home() ? [checkProcesses, ...CHECKS] : CHECKS
      return own
        .map((check) => check(counts))
        .map((check) =>
          hasOthers ? { ...check, name: `${check.name}, cell ${cell.name}` } : check,
        )
    }),
  )
  return [...away, ...checks.flat()]
}

const cellAway = (cell: string): HealthCheck => ({
  name: `Cell ${cell}`,
  status: 'failed',
  what: `Cell ${cell} does not answer: its organizers sell nothing and are missing from the list.`,
  todo: 'Look at its PostgreSQL, and at the log of the servers for the reason.',
})

async function selectCounts({ db }: Pick<OpenCell, 'db'>): Promise<Counts> {
  const late = (at: string, minutes = LATE_MINUTES) =>
    sql`${sql.raw(at)} < clock_timestamp() - make_interval(mins => ${sql.lit(minutes)})`
  const ofTenants = db.acrossTenants(async (tx) => {
    const { rows } = await sql<{ name: Count; count: number }>`
      select 'late mails' as name, count(*)::integer as count from mails
        where state in ('queued', 'held_back') and ${late('next_attempt_at')}
      union all select 'failed mails', count(*)::integer from mails
        where state in ('bounced', 'failed') and updated_at > clock_timestamp() - interval '1 day'
      union all select 'late payments', count(*)::integer from payments
        where state in ('created', 'open') and ${late('next_check_at')}
      union all select 'late refunds', count(*)::integer from refunds
        where state in ('queued', 'pending') and ${late('next_attempt_at')}
      union all select 'failed refunds', count(*)::integer from refunds where state = 'failed'
      union all select 'money problems', count(*)::integer from money_problems
      union all select 'differences', coalesce(sum(differences), 0)::integer from status_audits
      `.execute(tx)
    return rows
  })
  const ofPlatform = sql<{ name: Count; count: number }>`
    select 'late events' as name, count(*)::integer as count from provider_events
      where state = 'queued' and ${late('next_attempt_at')}
    union all select 'late turns', count(*)::integer from job_turns
      where ${late('due_at', LATE_TURN_MINUTES)}
        and not exists (select from tenant_cells c where c.tenant_id = job_turns.tenant_id)
    union all select 'late staff mails', count(*)::integer from staff_mails
      where state = 'queued' and ${late('next_attempt_at')}
    union all select 'processes', count(distinct process)::integer from status_samples
      where minute > clock_timestamp() - make_interval(mins => ${sql.lit(MEASURED_MINUTES)})
    `.execute(db.registry)
  const sums = new Map<Count, number>()
  for (const { name, count } of [...(await ofTenants), ...(await ofPlatform).rows]) {
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return (name) => sums.get(name) ?? 0
}

const well = (name: string, what: string): HealthCheck => ({
  name,
  status: 'ok',
  what,
  todo: null,
})

/** '1 refund', '3 refunds'. */
const amountOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

type Check = (counts: Counts) => HealthCheck

const checkProcesses: Check = (counts) => {
  const name = 'Processes'
  const running = counts('processes')
  return running > 0
    ? well(name, `${amountOf(running, 'process', 'processes')} measured in the last minutes.`)
    : {
        name,
        status: 'warning',
        what: 'No process has measured itself in the last minutes.',
        todo: 'A process measures from a minute after its start on. If none does, look at its log.',
      }
}

const CHECKS: readonly Check[] = [
  (counts) => {
    const name = 'Stock and money add up'
    const differing = counts('differences')
    return differing === 0
      ? well(name, 'The audit found no difference in the stock, the orders or the ledger.')
      : {
          name,
          status: 'failed',
          what: `The audit found ${amountOf(differing, 'difference')}.`,
          todo: 'Run npm run audit on the machine: it names each row and what it should be.',
        }
  },
  (counts) => {
    const name = 'Reconciler'
    const problems = counts('money problems')
    return problems === 0
      ? well(name, 'Every payment agrees with the payment provider.')
      : {
          name,
          status: 'failed',
          what: `${amountOf(problems, 'finding')} that it cannot correct by itself.`,
          todo: 'Run npm run reconcile on the machine: it names each payment and what to do.',
        }
  },
  (counts) => {
    const name = 'Payments and refunds'
    const late = counts('late payments') + counts('late refunds') + counts('late events')
    const failed = counts('failed refunds')
    if (failed > 0) {
      return {
        name,
        status: 'failed',
        what: `${amountOf(failed, 'refund')} failed for good.`,
        todo: 'Look for them with npm run refund on the machine, and ask the payment provider.',
      }
    }
    return late === 0
      ? well(name, `Nothing has waited for more than ${LATE_MINUTES} minutes.`)
      : {
          name,
          status: 'warning',
          what: `${amountOf(late, 'piece')} of work waits for more than ${LATE_MINUTES} minutes.`,
          todo: 'If it does not go down, the jobs or the payment provider do not answer: look at the log.',
        }
  },
  (counts) => {
    const name = 'Mails'
    const late = counts('late mails') + counts('late staff mails')
    const failed = counts('failed mails')
    if (late > 0) {
      return {
        name,
        status: 'warning',
        what: `${amountOf(late, 'mail')} could not be sent for more than ${LATE_MINUTES} minutes.`,
        todo: 'Run npm run doctor on the machine: it tries the mail server.',
      }
    }
    return well(
      name,
      failed === 0
        ? 'No mail failed in the last day.'
        : `${amountOf(failed, 'mail')} could not be delivered in the last day, most likely for a mistyped address.`,
    )
  },
  (counts) => {
    const name = 'Jobs'
    const late = counts('late turns')
    return late === 0
      ? well(name, 'All jobs run in time.')
      : {
          name,
          status: 'warning',
          what: `${amountOf(late, 'turn')} of jobs should have run more than an hour ago.`,
          todo: 'If it does not go down, start more processes with ROLE=jobs.',
        }
  },
]
