import { roleOf } from '@foyer/db'
import type pg from 'pg'
import { HOME } from '../../cells/cells.ts'
import type { Env } from '../../env.ts'
import type { CellAddress } from '../../env-cells.ts'
import { databaseTrouble } from '../database-trouble.ts'
import { checkDatabase, connect, unreachable } from './database.ts'
import { type Finding, failed, ok } from './finding.ts'
import { checkReplica } from './replica.ts'

interface CheckedCells {
  env: Pick<Env, 'cells' | 'acceptsLostCommits'>
  /** The URL of the home cell. */
  databaseUrl: string
  processes: number
}

/** What has to be the same in all cells, and where organizers are. */
interface CellFacts {
  version: string
  role: string | null
  migrations: string
  /** The slugs of the organizers whose rows are there. */
  organizers: readonly string[]
  /** The cells of the others, by slug. */
  elsewhere: ReadonlyMap<string, string>
}

/**
 * Checks each cell of CELLS as a database of its own, and against the home cell: the same release, the same
 * kind of account, and no organizer of whom the directory does not know. Nothing with one cell.
 */
export async function checkCells({
  env,
  databaseUrl,
  processes,
}: CheckedCells): Promise<Finding[]> {
  if (env.cells.length === 0) return []
  const home = await factsOf(databaseUrl).catch(() => null)
  if (!home) return [failed('cells.home', 'The home cell cannot be asked.', 'Look at it first.')]
  const findings = [judgeDirectory(home, env.cells)]
  for (const cell of env.cells) {
    const { name } = cell
    const own = await checkCell(cell, home, { ...env, processes })
    findings.push(...own.map((finding) => ({ ...finding, name: `cells.${name}.${finding.name}` })))
  }
  return findings
}

async function checkCell(
  { name, url, replicaUrl }: CellAddress,
  home: CellFacts,
  options: { processes: number; acceptsLostCommits: boolean },
): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await connect(url)
  } catch (error) {
    return [unreachable(error, databaseTrouble(error), 'CELLS')]
  }
  try {
    const findings = await checkDatabase(client, url, options)
    if (
      findings.some(({ name, status }) => name === 'database.migrations' && status === 'failed')
    ) {
      return findings
    }
    return [
      // A cell may have no organizer yet.
      ...findings.filter((finding) => finding.name !== 'database.organizers'),
      ...(replicaUrl ? [await checkReplica(client, replicaUrl, 'CELLS_REPLICA_URLS')] : []),
      ...judgeCell(name, home, await readFacts(client)),
    ]
  } finally {
    await client.end()
  }
}

async function factsOf(url: string): Promise<CellFacts> {
  const client = await connect(url)
  return readFacts(client).finally(() => client.end())
}

async function readFacts(client: pg.Client): Promise<CellFacts> {
  const migrations = await client.query<{ names: string }>(
    `select string_agg(name, ' ' order by name) as names from schema_migrations`,
  )
  const server = await client.query<{ version: string }>(
    `select (current_setting('server_version_num')::integer / 10000)::text as version`,
  )
  const organizers = await client.query<{ slug: string; cell: string | null }>(
    `select slug, cell from tenants left join tenant_cells using (tenant_id) order by slug`,
  )
  return {
    version: server.rows[0]?.version ?? '',
    role: await roleOf(client),
    migrations: migrations.rows[0]?.names ?? '',
    organizers: organizers.rows.flatMap(({ slug, cell }) => (cell === null ? [slug] : [])),
    elsewhere: new Map(
      organizers.rows.flatMap(({ slug, cell }) => (cell === null ? [] : [[slug, cell]])),
    ),
  }
}

function judgeCell(name: string, home: CellFacts, cell: CellFacts): Finding[] {
  const differing = [
    home.version === cell.version ? [] : `PostgreSQL ${cell.version} instead of ${home.version}`,
    home.migrations === cell.migrations ? [] : 'other migrations',
    home.role === cell.role ? [] : `the role ${cell.role ?? 'of the account'}`,
  ].flat()
  const strangers = cell.organizers.filter((slug) => home.elsewhere.get(slug) !== name)
  return [
    differing.length === 0
      ? ok('alike', 'It is like the home cell: release, PostgreSQL and role.')
      : failed(
          'alike',
          `It differs from the home cell: ${differing.join(', ')}.`,
          'Start the server once, which migrates every cell; upgrade PostgreSQL in all cells.',
        ),
    strangers.length === 0
      ? ok('organizers', `Organizers: ${cell.organizers.length}.`)
      : failed(
          'organizers',
          `It has organizers whom the directory does not place there: ${strangers.join(', ')}.`,
          'Its jobs work for them, and no request reaches them. Take a database without organizers, or finish their move.',
        ),
  ]
}

function judgeDirectory(home: CellFacts, cells: Env['cells']): Finding {
  const known = new Set([HOME, ...cells.map(({ name }) => name)])
  const unknown = [...new Set(home.elsewhere.values())].filter((name) => !known.has(name))
  return unknown.length === 0
    ? ok('cells.directory', `Organizers in other cells: ${home.elsewhere.size}.`)
    : failed(
        'cells.directory',
        `The directory names cell ${unknown.join(', ')}, which CELLS does not have.`,
        'Add it to CELLS on every machine: its organizers get 503 until then.',
      )
}
