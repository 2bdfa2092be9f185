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
  organizer(slug: string, plan?: { isDefault?: boolean }): Promise<number>
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
      await database.pool.query(
        `insert into tenants (tenant_id, slug, name, hue, support_email)
         values ($1, $2, $2, 75, 'help@example.com')`,
        [tenantId, slug],
      )
      await server.sql(`insert into tenant_cells (tenant_id, cell) values ($1, 'north')`, [
        tenantId,
      ])
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

/** The header by which calls of a test name an organizer. */
export const ofOrganizer = (slug: string) => ({ 'x-tenant-subdomain': slug })

/** The context of the cell north, once it has answered. */
export function contextOfNorth({ server }: Pick<CellWorld, 'server'>) {
  const cell = server.foyer.cell('north')
  if (!cell) throw new Error('The cell north is not opened')
  return cell.context
}
