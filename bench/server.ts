/**
 * The server under load, a process of its own: Foyer as it runs, with the other ways to hold a
 * place beside its own routes. Told by its first message what to stand on; see server-process.ts.
 */
import { compose } from '@foyer/server'
import { readEnv } from '@foyer/server/env'
import pg from 'pg'
import pino from 'pino'
import { answerQuestions } from './ipc.ts'
import { memoryPayments } from './memory-payments.ts'
import type { ServerQuestion, ServerReply } from './server-process.ts'
import { registerVariants } from './variants.ts'

async function start(question: Extract<ServerQuestion, { ask: 'start' }>): Promise<string> {
  const { databaseUrl, role, dataDir, tenantId, eventId, slowWork = 'thread' } = question
  const env = await readEnv(
    // All processes behind one balancer share their secret: a cookie of one is good at another.
    { PORT: '0', FOYER_DATA: dataDir, DATABASE_URL: databaseUrl, APP_SECRET: 'bench'.repeat(8) },
    dataDir,
  )
  const foyer = await compose({
    env,
    databaseUrl,
    databaseRole: role,
    pagesDir: null,
    slowWork,
    // Of the thread that answers requests. The worker asks the emulator, which knows no payment.
    payments: memoryPayments(),
    // One address plays a crowd. Not Infinity: LIMITED has a limit of 0, which has to remain one.
    bounds: { limitFactor: 1e9 },
    logger: pino({ level: 'error' }),
  })
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    options: `${role ? `-c role=${role} ` : ''}-c app.tenant_id=${tenantId}`,
  })
  registerVariants(foyer, pool, { tenantId, eventId })
  // Not `localhost`: looking a name up is no part of what is measured.
  return (await foyer.listen()).replace('localhost', '127.0.0.1')
}

answerQuestions(async (question: ServerQuestion): Promise<ServerReply> => {
  if (question.ask === 'start') return { url: await start(question) }
  if (question.collectGarbage) {
    globalThis.gc?.()
    globalThis.gc?.()
  }
  const { user, system } = process.cpuUsage()
  return { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() }
})
