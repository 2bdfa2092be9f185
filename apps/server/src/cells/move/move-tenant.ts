import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { HOME } from '../cells.ts'
import { type Cell, connectTo, MoveError, openCell, rowsOf } from './cell.ts'
import { checkCells, checkIsEmpty } from './check-cells.ts'
import { auditIn } from './compare.ts'
import { fencedOf, unfence } from './directory.ts'
import { MOVE_LOCK } from './interrupted.ts'
import { MOVE_LIMITS, type Move, type MoveLimits, type Report } from './move.ts'
import { isPublished, isSubscribed } from './replication.ts'
import { BEGUN, DIFFERS, ROLLING_BACK, rollBack, SidesDiffer, STEPS } from './steps.ts'
import { replicatedTables } from './tenant-tables.ts'

export interface MoveOrder {
  slug: string
  /** The cell that gets the organizer; null: that of the move which was begun. */
  to: string | null
  /** Rolls the move back instead. */
  isUndo?: boolean
  /** Removes the old rows although both sides differ: an operator has looked at it. */
  acceptsDifferences?: boolean
}

export interface MoveOptions {
  /** The cells by name, among them `home`, as accounts that may replicate. */
  cells: ReadonlyMap<string, string>
  report: Report
  limits?: Partial<MoveLimits>
  signal?: AbortSignal
}

/** How long the organizer paused; null after a rollback. */
export interface Moved {
  from: string
  to: string
  pauseMs: number | null
}

interface Organizer {
  id: number
  slug: string
  cell: string
}

interface OpenMove {
  id: string
  from: string
  to: string
  step: string
}

/**
 * Moves an organizer to another cell while it sells, or finishes a move that was interrupted. With
 * `isUndo` the organizer stays where it is, which is possible until the other cell has taken over.
 *
 * @throws MoveError if a check refuses; nothing was changed then.
 * @throws SidesDiffer if both sides are not the same after the switch; the old rows are still there.
 * @throws Error of a cell that is away. Running it again goes on from the last step.
 */
export async function moveTenant(order: MoveOrder, options: MoveOptions): Promise<Moved> {
  const opened = new Map<string, Cell>()
  const cellOf = (name: string): Cell => {
    const url = options.cells.get(name)
    if (!url) throw new MoveError(unknownCell(name, options.cells))
    const cell = opened.get(name) ?? openCell(name, url)
    opened.set(name, cell)
    return cell
  }
  const home = cellOf(HOME)
  const lock = await connectTo(home).catch((error: Error) => {
    throw new MoveError(`Cell ${HOME} does not answer: ${error.message}`)
  })
  try {
    const organizer = await findOrganizer(home, order.slug)
    await claim(lock, organizer)
    const open = await findOpen(home, organizer)
    if (order.isUndo) return await undo(order, { organizer, open, home, cellOf }, options)
    return await go(order, { organizer, open, home, cellOf }, options)
  } finally {
    // Ends the claim too.
    await lock.end().catch(() => {})
    await Promise.all([...opened.values()].map(({ pool }) => pool.end()))
  }
}

interface Found {
  organizer: Organizer
  open: OpenMove | null
  home: Cell
  cellOf(name: string): Cell
}

async function go(order: MoveOrder, found: Found, options: MoveOptions): Promise<Moved> {
  const { organizer, open, home } = found
  if (open && order.to !== null && order.to !== open.to) {
    throw new MoveError(
      `${order.slug} is being moved to cell ${open.to}: finish that with --to ${open.to}, or roll it back with --undo.`,
    )
  }
  const target = order.to ?? open?.to
  if (!target) throw new MoveError(`To which cell? No move of ${order.slug} was begun.`)
  const [from, to] = [open?.from ?? organizer.cell, target]
  if (!open && from === to) throw new MoveError(`${order.slug} is in cell ${to} already.`)
  const move = await prepare(found, options, { id: open?.id ?? randomUUID(), from, to })
  if (!open) await begin(move)
  const last = await startingPoint(move, open?.step ?? BEGUN, order)
  const next = STEPS.findIndex(({ name }) => name === last) + 1
  try {
    for (const { name, run } of STEPS.slice(next)) {
      move.signal.throwIfAborted()
      await run(move)
      await store(move, name)
    }
  } catch (error) {
    if (error instanceof SidesDiffer) await store(move, DIFFERS)
    throw error
  } finally {
    await move.atSwitch?.end().catch(() => {})
  }
  const pauseMs = await end(home, move.id, 'done')
  return { from, to, pauseMs }
}

async function undo(order: MoveOrder, found: Found, options: MoveOptions): Promise<Moved> {
  const { open, home, organizer } = found
  if (!open)
    throw new MoveError(`No move of ${order.slug} is under way: it is in cell ${organizer.cell}.`)
  const move = await prepare(found, options, open)
  if (await hasTakenOver(move, open.step)) {
    throw new MoveError(
      `${order.slug} sells in cell ${open.to} already, so its move can only be finished: run it again without --undo. Another move takes it back.`,
    )
  }
  await store(move, ROLLING_BACK)
  await rollBack(move)
  await end(home, move.id, 'undone')
  return { from: open.from, to: open.to, pauseMs: null }
}

async function prepare(
  { organizer, home, cellOf }: Found,
  { report, limits, signal }: MoveOptions,
  { id, ...names }: { id: string; from: string; to: string },
): Promise<Move> {
  const [from, to] = [cellOf(names.from), cellOf(names.to)]
  const tenantId = organizer.id
  const [ids, tables] = await Promise.all([shopsOf(from, tenantId), replicatedTables(home)])
  return {
    ...{ id, tenantId, slug: organizer.slug, ids, home, from, to, tables, report },
    name: `foyer_move_${tenantId}`,
    limits: { ...MOVE_LIMITS, ...limits },
    signal: signal ?? new AbortController().signal,
    atSwitch: null,
  }
}

/** The organizer and its test shop. */
async function shopsOf({ pool, name }: Cell, tenantId: number): Promise<number[]> {
  const shops = await rowsOf<{ tenant_id: number }>(
    pool,
    'select tenant_id from tenants where test_of = $1',
    [tenantId],
  ).catch((error: Error) => {
    throw new MoveError(`Cell ${name} does not answer: ${error.message}`)
  })
  return [tenantId, ...shops.map((shop) => shop.tenant_id)]
}

/** Checks everything that can be checked before anything is changed, and records the move. */
async function begin(move: Move): Promise<void> {
  const { id, tenantId, slug, ids, home, from, to, tables } = move
  await checkCells(from, to)
  await checkIsEmpty(to, tables, { slug, ids, isHome: to.name === home.name })
  const differences = await auditIn(from, tenantId)
  if (differences.length > 0) {
    throw new MoveError(
      `The books of ${slug} do not agree in cell ${from.name}, so nobody could tell whether the move changed them. Settle that first (npm run audit):\n${differences.join('\n')}`,
    )
  }
  await home.pool.query(
    `insert into tenant_moves (id, tenant_id, from_cell, to_cell, step) values ($1, $2, $3, $4, $5)`,
    [id, tenantId, from.name, to.name, BEGUN],
  )
  move.report('begun')
}

/** The step after which the move goes on. */
async function startingPoint(move: Move, stored: string, order: MoveOrder): Promise<string> {
  if (stored === DIFFERS) {
    if (order.acceptsDifferences) return 'compared'
    throw new MoveError(
      `${move.slug} sells in cell ${move.to.name}, and what was compared after its move did not agree. Its old rows are still in cell ${move.from.name}. Once that is settled, --accept-differences removes them.`,
    )
  }
  if (stored === ROLLING_BACK) {
    await rollBack(move)
    await store(move, BEGUN)
    return BEGUN
  }
  if (!['published', 'copied'].includes(stored) || (await hasTakenOver(move, stored))) return stored
  const isFollowing =
    (await isPublished(move.from, move.name)) &&
    (stored === 'published' || (await isSubscribed(move.to, move.name)))
  if (isFollowing) return stored
  move.report('waiting', 'What was copied can follow no more changes, and is copied again.')
  // An interrupted pause does not go on while everything is copied.
  await unfence(move.from.pool, move.ids)
  await store(move, 'reserved')
  return 'reserved'
}

/** Whether the target is the organizer's cell: it has ended its refusal, which the first step began. */
async function hasTakenOver({ to, ids }: Move, stored: string): Promise<boolean> {
  if (stored === BEGUN || stored === ROLLING_BACK) return false
  return (await fencedOf(to.pool, ids)).length === 0
}

async function findOrganizer(home: Cell, slug: string): Promise<Organizer> {
  const [found] = await rowsOf<Organizer & { owner: string | null }>(
    home.pool,
    `select t.tenant_id as id, t.slug, coalesce(c.cell, '${HOME}') as cell, o.slug as owner
     from tenants t left join tenant_cells c using (tenant_id)
       left join tenants o on o.tenant_id = t.test_of
     where t.slug = $1`,
    [slug],
  )
  if (!found) throw new MoveError(`There is no organizer '${slug}'.`)
  if (found.owner) {
    throw new MoveError(`'${slug}' is the test shop of ${found.owner}, and moves with it.`)
  }
  return found
}

/** Only one command at a time moves an organizer. */
async function claim(lock: pg.Client, { id, slug }: Organizer): Promise<void> {
  const [row] = await rowsOf<{ isOurs: boolean }>(
    lock,
    'select pg_try_advisory_lock($1, $2) as "isOurs"',
    [MOVE_LOCK, id],
  )
  if (!row?.isOurs) throw new MoveError(`Another command is moving ${slug} at this moment.`)
}

async function findOpen(home: Cell, { id }: Organizer): Promise<OpenMove | null> {
  const [open] = await rowsOf<OpenMove>(
    home.pool,
    `select id, from_cell as "from", to_cell as "to", step from tenant_moves
     where tenant_id = $1 and ended_at is null`,
    [id],
  )
  return open ?? null
}

const store = ({ home, id }: Move, step: string) =>
  home.pool.query('update tenant_moves set step = $2 where id = $1', [id, step])

async function end(home: Cell, id: string, step: 'done' | 'undone'): Promise<number | null> {
  const [row] = await rowsOf<{ pause_ms: number | null }>(
    home.pool,
    `update tenant_moves set step = $2, ended_at = clock_timestamp() where id = $1 returning pause_ms`,
    [id, step],
  )
  return row?.pause_ms ?? null
}

const unknownCell = (name: string, cells: ReadonlyMap<string, string>) =>
  `CELLS has no cell '${name}', only ${[...cells.keys()].join(', ')}.`
