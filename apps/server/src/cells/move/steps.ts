import { setTimeout as delay } from 'node:timers/promises'
import { MoveError, rowsOf } from './cell.ts'
import { auditIn, compareSides } from './compare.ts'
import { fence, fencedOf, unfence } from './directory.ts'
import type { Move } from './move.ts'
import { switchOver } from './pause.ts'
import { handOverReports } from './provider-reports.ts'
import { copyState, publish, subscribe, unpublish, unsubscribe } from './replication.ts'
import { deleteRows } from './rows.ts'
import { quoted } from './tenant-tables.ts'

/**
 * A step of a move. It may be interrupted anywhere, and is then run again from its beginning. Its name is
 * stored once it is done.
 */
interface Step {
  name: StepName
  run(move: Move): Promise<void>
}

/** The first step, which is done by recording the move. */
export const BEGUN = 'begun'
/** Stored instead of a step if both sides differ: an operator has to decide. */
export const DIFFERS = 'differs'
/** Stored instead of a step once a rollback has begun: it may have ended the target's refusal. */
export const ROLLING_BACK = 'rolling-back'

type StepName =
  | typeof BEGUN
  | 'reserved'
  | 'published'
  | 'copied'
  | 'switched'
  | 'directed'
  | 'detached'
  | 'compared'
  | 'handed-over'
  | 'removed'

export const STEPS: readonly Step[] = [
  {
    name: 'reserved',
    async run({ from, to, ids, report }) {
      await fence(to, ids, from.name)
      report('reserved')
    },
  },
  {
    name: 'published',
    async run(move) {
      await clear(move)
      await publish(move.from, move.name, move.tables, move.ids)
      move.report('published')
    },
  },
  { name: 'copied', run: copy },
  {
    name: 'switched',
    async run(move) {
      const pauseMs = await switchOver(move)
      await move.home.pool.query('update tenant_moves set pause_ms = $2 where id = $1', [
        move.id,
        pauseMs,
      ])
      move.report('resumed', pauseMs === null ? '' : `It had paused for ${pauseMs} ms.`)
    },
  },
  {
    name: 'directed',
    async run({ home, from, to, ids, report }) {
      // The source refuses by the same row; in the target it would refuse what has just begun.
      if (home.name !== from.name && home.name !== to.name) await fence(home, ids, to.name)
      report('directed')
    },
  },
  {
    name: 'detached',
    async run({ from, to, name, report }) {
      await unsubscribe(to, name)
      await unpublish(from, name)
      report('detached')
    },
  },
  {
    name: 'compared',
    async run(move) {
      const differences = [
        ...(await compareSides(move)),
        ...(await auditIn(move.to, move.tenantId)),
      ]
      await move.atSwitch?.end()
      move.atSwitch = null
      if (differences.length > 0) throw new SidesDiffer(differences)
      move.report('compared')
    },
  },
  {
    name: 'handed-over',
    async run(move) {
      await handOverReports(move)
      move.report('handed-over')
    },
  },
  { name: 'removed', run: removeOldRows },
]

/** The organizer sells in the target, and its rows there are not those that it had. */
export class SidesDiffer extends Error {
  readonly differences: readonly string[]

  constructor(differences: readonly string[]) {
    super(differences.join('\n'))
    this.differences = differences
  }
}

const LOOK_MS = 100
const SAY_EVERY_MS = 10_000
/** PostgreSQL tries again by itself; what fails so often does not go away. */
const MOST_ERRORS = 5

async function copy(move: Move): Promise<void> {
  const { from, to, name, tables, limits, signal, report } = move
  await subscribe(to, from, name)
  report('subscribed')
  const giveUpAt = performance.now() + limits.copyMs
  let saidAt = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const state = await copyState(to, name)
    if (state.tables > 0 && state.copied === state.tables) break
    if (state.errors >= MOST_ERRORS || performance.now() > giveUpAt) {
      throw new MoveError(
        `PostgreSQL can't copy the rows (${state.copied} of ${state.tables} tables are done): the log of the PostgreSQL of cell ${to.name} says why. --undo rolls the move back.`,
      )
    }
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      report('waiting', `${state.copied} of ${state.tables} tables are copied.`)
      saidAt = performance.now()
    }
    await delay(LOOK_MS)
  }
  // Otherwise the planner of the target would believe the tables to be empty.
  await to.pool.query(`analyze ${tables.map(quoted).join(', ')}`)
  report('copied')
}

async function removeOldRows({ home, from, to, ids, tables, report }: Move): Promise<void> {
  const [gone, here] = await Promise.all([
    fencedOf(from.pool, ids),
    rowsOf<{ tenant_id: number }>(
      from.pool,
      `select tenant_id from tenants where tenant_id = any($1)`,
      [ids],
    ),
  ])
  // The last look before rows are deleted: the source refuses these organizers, and the target does not.
  const refused = await fencedOf(to.pool, ids)
  if (refused.length > 0 || gone.length < here.length) {
    throw new Error(`Cell ${from.name} still has the organizer, so nothing is removed there.`)
  }
  await deleteRows(from, [...tables, 'job_turns'], gone)
  // The home cell has the registry's row of every organizer. Everywhere the row of the directory stays.
  if (home.name !== from.name) {
    await deleteRows(from, ['tenant_domains'], gone)
    await from.pool.query('delete from tenants where tenant_id = any($1)', [gone])
  }
  report('removed')
}

/** Makes everything as it was before the move. Possible until the target has taken over. */
export async function rollBack(move: Move): Promise<void> {
  const { home, from, to, ids } = move
  await unfence(from.pool, ids)
  await clear(move)
  // In the home cell the row is the directory's: the organizer is in the source, as before.
  if (home.name !== to.name) await unfence(to.pool, ids)
}

/** Ends replication, and deletes what it has brought. */
async function clear({ from, to, name, ids, tables }: Move): Promise<void> {
  await unsubscribe(to, name)
  await unpublish(from, name)
  // Only what does not count there: rows of others with such an id, if there are any, do.
  await deleteRows(to, tables, await fencedOf(to.pool, ids))
}
