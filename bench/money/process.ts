/** Runs a server that takes webhooks, or the reconciler; its first message says which. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@foyer/db'
import { auditAll } from '@foyer/server/audit'
import { readEnv } from '@foyer/server/env'
import { moneyContextOf } from '@foyer/server/money-context'
import { createPaymentGateway } from '@foyer/server/payment-gateway'
import { reconcile } from '@foyer/server/reconcile'
import pino from 'pino'
import { listedSales } from '../build-sales.ts'
import { answerQuestions } from '../ipc.ts'
import { memoryPayments } from '../memory-payments.ts'

interface At {
  databaseUrl: string
  role: string | null
}

export type MoneyQuestion = ({ ask: 'serve'; dataDir: string } & At) | ({ ask: 'reconcile' } & At)

export interface MoneyReply {
  url?: string
  webhookSecret?: string
  reconcileMs?: number
  auditMs?: number
  /** The highest memory use so far. */
  rssMb?: number
  settled?: number
  posted?: number
  problems?: number
  differences?: number
}

const SECRET = 'bench'.repeat(8)
const PROVIDER_MS = 100
const logger = pino({ level: 'error' })

async function serve(databaseUrl: string, role: string | null, dataDir: string) {
  const env = await readEnv(
    {
      PORT: '0',
      FOYER_DATA: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: SECRET,
      LIMIT_FACTOR: '100000',
    },
    dataDir,
  )
  const webhookSecret = 'whsec_of_the_benchmark'
  const { readWebhook } = createPaymentGateway({ secretKey: 'sk_test_none', webhookSecret })
  const payments = {
    ...memoryPayments(),
    readWebhook,
    // A typical round trip to a provider.
    retrieveIntent: () => sleep(PROVIDER_MS, null),
  }
  // Imported only here, because the reconciler's process must not contain a server.
  const { compose } = await import('@foyer/server')
  const foyer = await compose({
    env,
    databaseUrl,
    databaseRole: role,
    pagesDir: null,
    payments,
    logger,
  })
  return { url: (await foyer.listen()).replace('localhost', '127.0.0.1'), webhookSecret }
}

async function runReconciler(databaseUrl: string, role: string | null): Promise<MoneyReply> {
  const db = openDatabase({ url: databaseUrl, role, maxConnections: 2 })
  const payments = { ...memoryPayments(), intentsSince: listedSales(databaseUrl) }
  const context = await moneyContextOf(db, payments, logger)
  const { value, milliseconds: reconcileMs } = await timed(() => reconcile(context))
  const rssMb = Math.round(process.resourceUsage().maxRSS / 1024)
  const audit = await timed(() => auditAll(db))
  await db.close()
  return {
    reconcileMs,
    auditMs: audit.milliseconds,
    rssMb,
    ...value,
    problems: value.problems.length,
    differences: audit.value.differences.length,
  }
}

async function timed<T>(work: () => Promise<T>) {
  const begin = performance.now()
  const value = await work()
  return { value, milliseconds: Math.round(performance.now() - begin) }
}

answerQuestions(async (question: MoneyQuestion): Promise<MoneyReply> => {
  const { databaseUrl, role } = question
  return question.ask === 'serve'
    ? serve(databaseUrl, role, question.dataDir)
    : runReconciler(databaseUrl, role)
})
