/**
 * The server under load, a process of its own: the normal Foyer with additional routes for the rival
 * mechanisms. Its first message contains its settings; see server-process.ts.
 */
import { composeCells } from '@foyer/server/cells'
import { readEnv } from '@foyer/server/env'
import pg from 'pg'
import pino from 'pino'
import { answerQuestions } from './ipc.ts'
import { memoryPayments } from './memory-payments.ts'
import type { ServerQuestion, ServerReply } from './server-process.ts'
import { registerVariants } from './variants.ts'

async function start(question: Extract<ServerQuestion, { ask: 'start' }>): Promise<string> {
  const {
    databaseUrl,
    replicaUrl,
    cells = [],
    role,
    dataDir,
    tenantId,
    eventId,
    slowWork = 'thread',
  } = question
  const env = await readEnv(
    // As behind a balancer, all processes have the same secret and accept each other's cookies.
    {
      PORT: '0',
      FOYER_DATA: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: replicaUrl ?? '',
      CELLS: cells.map(({ name, url }) => `${name}=${url}`).join(','),
      APP_SECRET: 'bench'.repeat(8),
    },
    dataDir,
  )
  const foyer = await composeCells({
    env,
    databaseUrl,
    databaseRole: role,
    pagesDir: null,
    slowWork,
    // For the thread that answers requests. The worker uses the emulator, which knows no payment.
    payments: memoryPayments(),
    // One address sends as much as a crowd. Not Infinity: LIMITED has a limit of 0, which must stay 0.
    bounds: { limitFactor: 1e9 },
    logger: pino({ level: 'error' }),
  })
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    options: `${role ? `-c role=${role} ` : ''}-c app.tenant_id=${tenantId}`,
  })
  registerVariants(foyer, pool, { tenantId, eventId })
  // Not `localhost`, because a name look-up must not be measured.
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
