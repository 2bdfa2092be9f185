import { readdir, readFile } from 'node:fs/promises'

const MIGRATIONS = new URL('../migrations/', import.meta.url)
const RELEASED = new URL('../released/migrations.json', import.meta.url)

/**
 * - `expand`: leaves everything that the last release uses, so that processes of both work side by side
 * - `contract`: removes what only the last release uses, once none of its processes is left
 */
type Phase = 'expand' | 'contract'

export interface Migration {
  name: string
  body: string
  phase: Phase
  /** False for statements that PostgreSQL allows outside of a transaction alone, each of which is repeatable. */
  isTransaction: boolean
}

/** All migrations in their order, with what their first lines say of them (0025). */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => migrationOf(name, await readFile(new URL(name, folder), 'utf8'))),
  )
}

/** @throws Error when a mark has another value than it may have. */
export function migrationOf(name: string, body: string): Migration {
  const marks = new Map<string, string>()
  for (const line of body.split('\n')) {
    if (line.trim() !== '' && !line.startsWith('--')) break
    const [, mark, value] = /^-- (phase|transaction): ?(\S*)$/.exec(line.trimEnd()) ?? []
    if (mark) marks.set(mark, value ?? '')
  }
  const phase = marks.get('phase') ?? 'expand'
  if (phase !== 'expand' && phase !== 'contract') {
    throw new Error(`The phase of migration ${name} is '${phase}'; it is expand or contract.`)
  }
  const transaction = marks.get('transaction')
  if (transaction !== undefined && transaction !== 'none') {
    throw new Error(`The transaction of migration ${name} is '${transaction}'; it may be none.`)
  }
  return { name, body, phase, isTransaction: transaction === undefined }
}

/** The statements of a migration without a transaction, each of which ends a line. */
export const statementsOf = ({ body }: Migration): string[] =>
  body
    .split(/;[ \t]*(?:\n|$)/)
    .map((text) => text.replace(/^[ \t]{0,80}--.*$/gm, '').trim())
    .filter((text) => text !== '')

/** The names of the last release's migrations. */
export async function releasedNames(): Promise<ReadonlySet<string>> {
  const hashes: Record<string, string> = JSON.parse(await readFile(RELEASED, 'utf8'))
  return new Set(Object.keys(hashes))
}

export interface Due {
  /** Run at the next start of a server. */
  now: Migration[]
  /** Of phase contract, and wait until the operator says that no process of the last release is left. */
  waiting: Migration[]
}

/**
 * Divides the migrations that have not run. An empty database has no process of an earlier release, so
 * nothing waits there. Nor does what the last release was waiting for: its own predecessor is gone
 * before this release starts beside it.
 */
export async function dueMigrations(
  migrations: readonly Migration[],
  done: ReadonlySet<string>,
): Promise<Due> {
  const released = await releasedNames()
  const pending = migrations.filter(({ name }) => !done.has(name))
  const waits = ({ name, phase }: Migration) =>
    phase === 'contract' && done.size > 0 && !released.has(name)
  return { now: pending.filter((each) => !waits(each)), waiting: pending.filter(waits) }
}
