import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComposeOptions } from '@foyer/server'
import { composeCells } from '@foyer/server/cells'
import type { Env } from '@foyer/server/env'
import pino from 'pino'
import { TestBrowser } from './test-browser.ts'

/** The secret with which every test server signs cookies, codes and links. */
export const TEST_SECRET = 'a secret of thirty-two characters or more'

export interface InProcessOptions extends Partial<Env> {
  /** False: jobs (sweep, mail, reconciler) run only when the test runs them itself. */
  jobs?: boolean
  clock?: NonNullable<ComposeOptions['clock']>
  /** Switches limits by address off, for tests that send requests faster than a person could. */
  isOneAddressMany?: boolean
  /** The log; by default silent unless LOG_LEVEL is set. */
  logger?: ComposeOptions['logger']
  /** Replaces the server's own bounds. */
  bounds?: NonNullable<ComposeOptions['bounds']>
  /** The folder of the built pages; without it the server has only the API. */
  pagesDir?: string
  /** The folder of the built back office. */
  backofficeDir?: string
  /** With `thread`, slow work runs in a worker thread, as with `npm start`; otherwise inline. */
  slowWork?: 'thread' | 'inline'
  /** The payment provider to use instead of an own emulator, for example that of another server. */
  payments?: NonNullable<ComposeOptions['payments']>
}

/** Runs the real server in this process, on a free port. Mails are written to a folder. */
export async function startInProcess(
  database: { url: string; role: string | null },
  options: InProcessOptions = {},
) {
  const {
    jobs = true,
    clock,
    payments,
    bounds,
    isOneAddressMany = false,
    logger,
    pagesDir = null,
    backofficeDir,
    slowWork = 'inline',
    role = 'all',
    ...changes
  } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-test-data-'))
  const foyer = await composeCells({
    env: {
      isProduction: false,
      logLevel: 'silent',
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: database.url,
      databaseReplicaUrl: null,
      cells: [],
      stripe: null,
      paymentMode: 'own',
      configuration: {},
      smtpUrl: null,
      dkim: null,
      publicUrl: null,
      trustedProxies: null,
      organizerAdminUrl: '/admin',
      demo: false,
      hasDemoScreens: false,
      backupCheck: null,
      tracing: null,
      wallets: { apple: null, google: null },
      metricsToken: null,
      maxLiveStreams: 10_000,
      acceptsLostCommits: false,
      keptYears: { paid: 10, free: 2 },
      appSecret: TEST_SECRET,
      role,
      ...changes,
    },
    databaseUrl: database.url,
    databaseRole: database.role,
    pagesDir,
    ...(backofficeDir ? { backofficeDir } : {}),
    logger: logger ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    isOneAddressMany,
    slowWork,
    role,
    ...(clock ? { clock } : {}),
    ...(bounds ? { bounds } : {}),
    ...(payments ? { payments } : {}),
  })
  // Starting the Foyer also starts its jobs.
  await (jobs ? foyer.listen() : foyer.app.listen({ port: 0, host: '127.0.0.1' }))
  const address = foyer.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    foyer,
    url,
    dataDir,
    browser: (headers?: Record<string, string>) => new TestBrowser(url, headers),
    async close() {
      await foyer.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
