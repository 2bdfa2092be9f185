import * as z from 'zod/mini'
import { HOME } from './cells/cells.ts'

/** A cell beside that of DATABASE_URL. */
export interface CellAddress {
  name: string
  url: string
  /** Leads to replicas of that database; absent: nothing is read there. */
  replicaUrl?: string | undefined
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/
/** A comma of an address is written as %2C. */
const PART = /^([^=]*)=(.*)$/

const partsOf = (text: string): CellAddress[] =>
  text.split(',').map((part) => {
    const [, name = '', url = ''] = PART.exec(part.trim()) ?? []
    return { name, url }
  })

const listed = (text: string | undefined): CellAddress[] => (text ? partsOf(text) : [])

const cellList = z.optional(
  z.string().check(
    z.refine((text) => partsOf(text).every(isWellFormed), {
      error:
        'must be a list like north=postgres://user:password@host:5432/name,south=postgres://… with names of small letters, digits and hyphens',
    }),
  ),
)

export const cellVariables = {
  CELLS: cellList,
  /** DATABASE_REPLICA_URL of the cells of CELLS. */
  CELLS_REPLICA_URLS: cellList,
  /** Of the command that moves organizers: accounts that may replicate, by cell, `home` among them. */
  CELLS_ADMIN_URLS: cellList,
}

const isWellFormed = ({ name, url }: CellAddress): boolean =>
  NAME.test(name) && /^postgres(ql)?:/.test(url) && URL.canParse(url)

/** The cells beside home; adds a sentence to `problems` for each that cannot be meant. */
export function readCells(
  env: { CELLS?: string; CELLS_REPLICA_URLS?: string; DATABASE_URL?: string },
  problems: string[],
): CellAddress[] {
  const replicas = new Map(listed(env.CELLS_REPLICA_URLS).map(({ name, url }) => [name, url]))
  const cells = listed(env.CELLS).map(({ name, url }) => ({
    name,
    url,
    replicaUrl: replicas.get(name),
  }))
  for (const name of replicas.keys()) {
    if (name === HOME) {
      problems.push("CELLS_REPLICA_URLS: the replicas of 'home' are those of DATABASE_REPLICA_URL")
    } else if (!cells.some((cell) => cell.name === name)) {
      problems.push(`CELLS_REPLICA_URLS names the cell ${name}, which CELLS does not have`)
    }
  }
  if (!env.CELLS) return []
  if (!env.DATABASE_URL) {
    problems.push('CELLS needs DATABASE_URL: the embedded database belongs to one process')
    return []
  }
  const seen = new Map([[databaseOf(env.DATABASE_URL), HOME]])
  const names = new Set([HOME])
  for (const { name, url } of cells) {
    if (name === HOME) problems.push("CELLS: 'home' is the cell of DATABASE_URL, use another name")
    else if (names.has(name)) problems.push(`CELLS names the cell ${name} twice`)
    names.add(name)
    const other = seen.get(databaseOf(url))
    if (other) problems.push(`CELLS: ${other} and ${name} are the same database`)
    seen.set(databaseOf(url), name)
  }
  return cells
}

/** Where a cell is read besides its primary; null: nowhere. */
export function replicaUrlOf(
  env: { databaseReplicaUrl: string | null; cells: readonly CellAddress[] },
  cell: string,
): string | null {
  if (cell === HOME) return env.databaseReplicaUrl
  return env.cells.find(({ name }) => name === cell)?.replicaUrl ?? null
}

/** The database that an address leads to, without the account. */
function databaseOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '5432'}${pathname}`
}

/** The addresses by which organizers are moved, by cell: those of CELLS_ADMIN_URLS, or else the server's own. */
export function addressesForMoves(
  { databaseUrl, cells }: { databaseUrl: string | null; cells: readonly CellAddress[] },
  adminUrls: string | undefined,
): Map<string, string> {
  const home = databaseUrl ? [{ name: HOME, url: databaseUrl }] : []
  return new Map([...home, ...cells, ...listed(adminUrls)].map(({ name, url }) => [name, url]))
}
