import { openDatabase, roleOf } from '@foyer/db'
import type pg from 'pg'
import { auditStock } from '../../audit/audit.ts'
import { type Cell, connectTo, rowsOf } from './cell.ts'
import type { Move } from './move.ts'
import { quoted } from './tenant-tables.ts'

/**
 * Compares the rows that the source had when the organizer paused, and still has, with what the target
 * had at the switch. Returns a sentence for each table that differs.
 */
export async function compareSides(move: Move): Promise<string[]> {
  const { from, tables, ids, atSwitch } = move
  const source = await connectTo(from)
  try {
    if (!atSwitch) return await compareLedgers(move, source)
    const differences: string[] = []
    for (const table of tables) {
      const [here, there] = await Promise.all([
        digestOf(source, table, 'tenant_id = any($1)', [ids]),
        digestOf(atSwitch, table, 'tenant_id = any($1)', [ids]),
      ])
      if (!isSame(here, there)) differences.push(sentence(move, table, here, there))
    }
    return differences
  } finally {
    await source.end()
  }
}

interface Digest {
  rows: number
  digest: string
}

const isSame = (a: Digest, b: Digest) => a.rows === b.rows && a.digest === b.digest

const sentence = ({ from, to }: Move, table: string, here: Digest, there: Digest) =>
  here.rows === there.rows
    ? `${table}: ${here.rows} rows in both cells, but not with the same content`
    : `${table}: ${here.rows} rows in cell ${from.name}, ${there.rows} in cell ${to.name}`

/** A sum does not depend on the order of rows, and finds one that is there twice. */
async function digestOf(
  on: pg.ClientBase,
  table: string,
  condition: string,
  values: unknown[],
): Promise<Digest> {
  const [digest] = await rowsOf<Digest>(
    on,
    `select count(*)::integer as rows,
       coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as digest
     from ${quoted(table)} t where ${condition}`,
    values,
  )
  return digest ?? { rows: 0, digest: '0' }
}

/**
 * The comparison after the command was interrupted: the target has sold since, so only what never changes
 * can be compared. That is the ledgers, numbered in the order of their rows, of which old rows may have
 * been summed up meanwhile. What the audit recomputes from them is everything that was sold.
 */
async function compareLedgers(move: Move, source: pg.Client): Promise<string[]> {
  const { ids, tables, to } = move
  const ledgers = await rowsOf<{ name: string; number: string }>(
    source,
    `select c.relname as name, a.attname as number
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity = 'a' and c.relnamespace = current_schema()::regnamespace
       and c.relname = any($1)`,
    [tables],
  )
  const differences: string[] = []
  for (const { name, number } of ledgers) {
    const column = quoted(number)
    const ends = (on: pg.ClientBase | pg.Pool) =>
      rowsOf<{ first: string | null; last: string | null }>(
        on,
        `select min(${column}) as first, max(${column}) as last from ${quoted(name)} where tenant_id = any($1)`,
        [ids],
      )
    const [[here], [there]] = await Promise.all([ends(source), ends(to.pool)])
    if (!here?.last) continue
    const range = `tenant_id = any($1) and ${column} between $2 and $3`
    const first = Math.max(Number(here.first), Number(there?.first ?? 0))
    const values = [ids, first, here.last]
    const client = await to.pool.connect()
    try {
      const [ours, theirs] = [
        await digestOf(source, name, range, values),
        await digestOf(client, name, range, values),
      ]
      if (!isSame(ours, theirs)) differences.push(sentence(move, name, ours, theirs))
    } finally {
      client.release()
    }
  }
  return differences
}

/** Audits the organizer in a cell. Returns a sentence for each difference. */
export async function auditIn(cell: Cell, tenantId: number): Promise<string[]> {
  const client = await connectTo(cell)
  const role = await roleOf(client).finally(() => client.end())
  const db = openDatabase({ url: cell.url, role, maxConnections: 1, laneConnections: 1 })
  try {
    const { differences } = await db.longWork.withSnapshot(tenantId, auditStock)
    return differences.map(
      ({ check, foundAt, says, found }) =>
        `audit, ${check}: ${foundAt ?? '-'} says ${says}, found ${found}`,
    )
  } finally {
    await db.close()
  }
}
