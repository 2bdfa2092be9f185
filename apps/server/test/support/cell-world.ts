import {
  Builder,
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '@foyer/testkit'
import type pg from 'pg'
import { type CellLine, lineTo } from './cell-line.ts'

/** A server of two cells, home and north, each with a database of its own. */
export interface CellWorld {
  server: TestServer
  north: {
    build: Builder
    database: TestDatabase
    line: CellLine
    sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  }
  /** An organizer whose rows are in north. */
  organizer(slug: string): Promise<number>
  close(): Promise<void>
}

type Options = NonNullable<Parameters<typeof startTestServer>[0]>

export async function startCellWorld(options: Options = {}): Promise<CellWorld> {
  const database = await createTestDatabase()
  const line = await lineTo(database.url)
  const server = await startTestServer({ cells: [{ name: 'north', url: line.url }], ...options })
  const build = new Builder(database.pool)
  return {
    server,
    north: {
      build,
      database,
      line,
      sql: async (text, values) => (await database.pool.query(text, values)).rows,
    },
    async organizer(slug) {
      const { tenantId } = await server.build.tenant({ slug })
      await database.pool.query(...rowInNorth(tenantId, slug))
      await server.sql(...rowInDirectory(tenantId))
      await server.foyer.context.cells.reload()
      return tenantId
    },
    async close() {
      await server.close()
      await line.close()
      await database.drop()
    },
  }
}

/** The statement that makes an organizer's row in the cell north. */
export const rowInNorth = (tenantId: number, slug: string): [string, unknown[]] => [
  `insert into tenants (tenant_id, slug, name, hue, support_email)
   values ($1, $2, $2, 75, 'help@example.com')`,
  [tenantId, slug],
]

/** The statement that places an organizer there, in the home cell's directory. */
export const rowInDirectory = (tenantId: number): [string, unknown[]] => [
  `insert into tenant_cells (tenant_id, cell) values ($1, 'north')`,
  [tenantId],
]

/** The header by which calls of a test name an organizer. */
export const ofOrganizer = (slug: string) => ({ 'x-tenant-subdomain': slug })

/** The context of the cell north, once it has answered. */
export function contextOfNorth({ server }: Pick<CellWorld, 'server'>) {
  const cell = server.foyer.cell('north')
  if (!cell) throw new Error('The cell north is not opened')
  return cell.context
}
