import type { FoyerOfCells } from '@foyer/server/cells'
import type pg from 'pg'
import { Builder } from './builder.ts'
import { createTestDatabase } from './database.ts'
import { type InProcessOptions, startInProcess } from './in-process.ts'
import type { TestBrowser } from './test-browser.ts'

export interface TestServer {
  foyer: FoyerOfCells
  url: string
  databaseUrl: string
  databaseRole: string | null
  /** Folder of the mails and of the emulator's journal. */
  dataDir: string
  /** Creates rows with the parents they need. */
  build: Builder
  /** Runs a statement as the owner of the database, who sees the rows of all tenants. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Opens a new browser with a cookie jar; `headers` are sent with each of its calls. */
  browser(headers?: Record<string, string>): TestBrowser
  /**
   * Starts a second server on the same database and with the same provider, as behind a balancer.
   * Close it before this one.
   */
  sibling(): Promise<Pick<TestServer, 'foyer' | 'url' | 'browser' | 'close'>>
  close(): Promise<void>
}

/** Starts a server in this process on its own database, with the emulator behind the official SDK. */
export async function startTestServer(options: InProcessOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const build = new Builder(database.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const server = await startInProcess(database, options)

  return {
    ...server,
    databaseUrl: database.url,
    databaseRole: database.role,
    build,
    sql: async (text, values) => (await database.pool.query(text, values)).rows,
    // With its own emulator it would request refunds there, for payments made at the other server.
    sibling: () =>
      startInProcess(database, { payments: server.foyer.context.payments, ...options }),
    async close() {
      await server.close()
      await database.drop()
    },
  }
}
