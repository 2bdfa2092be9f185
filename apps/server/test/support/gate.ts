import { mutateSql, type TestServer, until } from '@foyer/testkit'
import pg from 'pg'

/** The key of the advisory lock at which batches wait. */
const KEY = 20_161_123

/** A gate between what batches decide and what they write. */
export interface Gate {
  /** Resolves once this many batches have decided and wait to write. */
  reachedBy(batches: number): Promise<void>
  open(): Promise<void>
}

/**
 * Lets every batch that moves stock wait after its decision until the gate opens, so that a race is no
 * matter of luck: two batches that wait here have both decided without the other's result. `unlocked` are
 * the names of the lanes' statements that lock nothing meanwhile; with the locks, a second batch on the
 * same rows never reaches the gate.
 */
export async function closeGate(
  { databaseUrl, sql }: Pick<TestServer, 'databaseUrl' | 'sql'>,
  unlocked: readonly string[],
): Promise<Gate> {
  const keeper = new pg.Client({ connectionString: databaseUrl })
  await keeper.connect()
  await keeper.query('select pg_advisory_lock($1)', [KEY])
  let isOpen = false
  const mutated = mutateSql((text, name = '') => {
    if (unlocked.includes(name)) return text.replace(' for update', '')
    return name === 'lane_write_stock' && !isOpen ? waiting(text) : text
  })
  return {
    async reachedBy(batches) {
      await until(
        () =>
          sql(
            `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted
               and database = (select oid from pg_database where datname = current_database())`,
            [KEY],
          ),
        (rows) => rows.length >= batches,
      )
    },
    async open() {
      isOpen = true
      await keeper.end()
      mutated.restore()
    },
  }
}

function waiting(text: string): string {
  const condition = 'where s.tenant_id = $1'
  if (!text.includes(condition)) throw new Error(`No place to wait in ${text}`)
  return text.replace(
    condition,
    `where (select pg_advisory_xact_lock_shared(${KEY})::text) is not null and s.tenant_id = $1`,
  )
}
