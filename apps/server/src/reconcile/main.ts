import type { Database } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import { createPaymentGateway, type PaymentGateway } from '../adapters/payment-gateway.ts'
import { auditAll } from '../audit/audit.ts'
import { formatDifferences } from '../audit/format-differences.ts'
import type { Env } from '../env.ts'
import { assertAllOpened, logOf, runCommand } from '../operator/command.ts'
import { moneyContextOf } from '../operator/money-context.ts'
import { formatTable } from '../operator/table.ts'
import { loadTenantRegistry } from '../tenant-registry.ts'
import { reconcile, reconcileRecords } from './reconcile.ts'

/**
 * `npm run reconcile`: runs a round of the reconciler and prints what it cannot correct. Without
 * Stripe's keys the provider is the emulator, which runs inside the server's process; then only the
 * records are compared.
 */
await runCommand('Money could not be reconciled.', async (_, env, cells) => {
  let isWell = true
  for (const { name, db } of cells.opened()) {
    if (env.cells.length > 0) process.stdout.write(`Cell ${name}:\n`)
    isWell = (await reconcileCell(db, env)) && isWell
  }
  assertAllOpened(cells)
  return isWell
})

async function reconcileCell(db: Database, env: Env): Promise<boolean> {
  const { stripe } = env
  const { problems, ...done } = stripe
    ? await withProvider(db, createPaymentGateway(stripe), logOf(env))
    : {
        settled: null,
        failed: 0,
        ...(await reconcileRecords({ db, tenants: await loadTenantRegistry(db) })),
      }
  const { differences } = await auditAll(db)

  if (!stripe) process.stdout.write('The provider was not asked: no STRIPE_SECRET_KEY is set.\n')
  if (done.failed > 0) process.stdout.write(`Not looked at: ${done.failed}. The log says why.\n`)
  if (problems.length > 0) {
    process.stdout.write(
      formatTable([
        ['tenant', 'problem', 'about', 'details'],
        ...problems.map(({ tenant, kind, subject, details }) => [tenant, kind, subject, details]),
      ]),
    )
  }
  if (differences.length > 0) process.stdout.write(formatDifferences(differences))
  const isWell = problems.length + differences.length + done.failed === 0
  if (isWell) process.stdout.write('Everything is settled.\n')
  const summary = { ...done, problems: problems.length, differences: differences.length }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return isWell
}

async function withProvider(db: Database, payments: PaymentGateway, log: FastifyBaseLogger) {
  const context = await moneyContextOf(db, payments, log)
  try {
    return await reconcile(context)
  } finally {
    await context.lanes.drain()
  }
}
