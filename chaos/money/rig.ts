import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import type pg from 'pg'
import { FoyerProcess } from '../foyer-process.ts'
import { freePort } from '../ports.ts'
import { CrashablePostgres } from '../postgres.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { MailSink } from './mail-sink.ts'
import { Provider } from './provider.ts'

/** A whole shop that can be broken at every joint: server, database, provider and mail server. */
export interface Rig {
  server: FoyerProcess
  /** Between the server and PostgreSQL. */
  proxy: TcpProxy
  postgres: CrashablePostgres
  provider: Provider
  mail: MailSink
  build: Builder
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends what was injected and resolves once everything answers again. */
  heal(): Promise<void>
  /** What ended that nobody had ended, since this was last asked. */
  takeCrashes(): string[]
  /** With `keep`, the folder with logs and data stays, and is returned. */
  close(keep: boolean): Promise<string>
}

const UP_WITHIN_MS = 30_000
const SPOILED_SERVER = new URL('spoiled-server.ts', import.meta.url)

/** `without`: what the server lacks, of what spoils.ts can take away. */
export async function startRig(without?: string): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-money-'))
  const postgres = await CrashablePostgres.start(folder)
  await migrate(postgres.url)
  const build = new Builder(postgres.pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const mail = await MailSink.listen()
  const proxy = await TcpProxy.listen(await freePort(), postgres.port)
  const port = await freePort()
  const provider = await Provider.start(folder, port)

  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = String(proxy.port)
  let crashes: string[] = []
  const server = new FoyerProcess(
    {
      port,
      databaseUrl: databaseUrl.href,
      dataDir: join(folder, 'server'),
      logFile: join(folder, 'server.log'),
      variables: {
        ...provider.variables,
        SMTP_URL: mail.url,
        ...(without ? { SPOIL: without } : {}),
      },
      ...(without ? { program: SPOILED_SERVER } : {}),
    },
    (text) => crashes.push(text),
  )
  await untilUp(server, folder)

  return {
    server,
    proxy,
    postgres,
    provider,
    mail,
    build,
    sql: async (text, values) => (await postgres.pool.query(text, values)).rows,
    async heal() {
      proxy.heal()
      await provider.calm()
      await untilUp(server, folder)
    },
    takeCrashes() {
      const taken = crashes
      crashes = []
      return taken
    },
    async close(keep) {
      proxy.heal()
      await server.close()
      provider.close()
      mail.close()
      proxy.close()
      await postgres.close()
      if (!keep) await rm(folder, { recursive: true, force: true })
      return folder
    },
  }
}

async function untilUp(server: FoyerProcess, folder: string): Promise<void> {
  const isUp = server.untilUp().then(() => true)
  const isLate = delay(UP_WITHIN_MS, false, { ref: false })
  if (!(await Promise.race([isUp, isLate]))) throw new Error(`The server stays down: see ${folder}`)
}
