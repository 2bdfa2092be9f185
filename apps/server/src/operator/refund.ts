import { parseArgs } from 'node:util'
import { formatAmount, fromMajor, type RefundRequest, refundNumberOf } from '@foyer/domain'
import type { Cells } from '../cells/cells.ts'
import { refundOrder } from '../features/payments/refunds/refund-order.ts'
import { assertAllOpened, logOf, OperatorError, runCommand } from './command.ts'
import { lanesOf } from './money-context.ts'

/**
 * `npm run refund -- --order <id>`: refunds an order: all of it, some of its tickets, or an amount.
 * The decision is written to the database; the servers' jobs call the provider.
 */

const USAGE = `npm run refund -- --order <id> [--tickets 1,2 | --amount 12.34] [--without-fees]
                   [--reason text] [--key text]`

function readArguments() {
  try {
    return parseArgs({
      options: {
        order: { type: 'string' },
        tickets: { type: 'string' },
        amount: { type: 'string' },
        'without-fees': { type: 'boolean', default: false },
        reason: { type: 'string' },
        key: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

await runCommand('Nothing was refunded.', async (_, env, cells) => {
  const wanted = readArguments()
  const { db, ...order } = await findOrder(cells, wanted.order ?? '')
  const withFees = !wanted['without-fees']
  const requested = readRequest(order, { ...wanted, withFees })
  const lanes = lanesOf(db, logOf(env))
  const refund = await refundOrder({ lanes, kickJobs: () => {} }, order.tenant, {
    orderId: order.id,
    requested,
    reason: wanted.reason ?? null,
    // Entering the same command twice makes only one refund.
    key: wanted.key ?? `operator:${order.id}:${JSON.stringify(requested)}`,
  })
  await lanes.drain()
  if (!refund.ok) {
    const { message, details } = refund.refusal
    process.stdout.write(
      `${message}\n${JSON.stringify({ refused: refund.refusal.code, ...details })}\n`,
    )
    return false
  }
  const { refundId, amountMinor, currency, ticketIds } = refund.value
  const reference = refundNumberOf(refundId)
  process.stdout.write(
    `${formatAmount(amountMinor, currency)} go back; the reference is ${reference}.\n` +
      `${JSON.stringify({ refundId, reference, amountMinor, currency, tickets: ticketIds.length })}\n`,
  )
  return true
})

type FoundOrder = Omit<Awaited<ReturnType<typeof findOrder>>, 'db'>

async function findOrder(cells: Cells, id: string) {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new OperatorError(`Which order?\n${USAGE}`)
  for (const { db, tenant } of organizersOf(cells)) {
    const found = await db.withTenant(tenant.id, async (tx) => {
      const order = await tx
        .selectFrom('orders')
        .select(['id', 'quote'])
        .where('id', '=', id)
        .executeTakeFirst()
      const tickets = await tx
        .selectFrom('tickets')
        .select(['id', 'number'])
        .where('order_id', '=', id)
        .execute()
      return order && { ...order, tickets, tenant, db }
    })
    if (found) return found
  }
  assertAllOpened(cells)
  throw new OperatorError('There is no such order.')
}

function organizersOf(cells: Cells) {
  return cells
    .opened()
    .flatMap(({ db, tenants }) => tenants.all().map((tenant) => ({ db, tenant })))
}

function readRequest(
  { tickets, quote }: FoundOrder,
  wanted: { tickets?: string | undefined; amount?: string | undefined; withFees: boolean },
): RefundRequest {
  const { withFees } = wanted
  if (wanted.tickets !== undefined && wanted.amount !== undefined) {
    throw new OperatorError(`Tickets or an amount, not both.\n${USAGE}`)
  }
  if (wanted.amount !== undefined) {
    const amountMinor = fromMajor(Number(wanted.amount), quote.currency)
    if (amountMinor === null) throw new OperatorError(`'${wanted.amount}' is no amount.`)
    return { kind: 'amount', amountMinor, withFees }
  }
  if (wanted.tickets === undefined) return { kind: 'whole', withFees }
  const ticketIds = wanted.tickets.split(',').map((text) => {
    const ticket = tickets.find(({ id, number }) => id === text || String(number) === text.trim())
    if (!ticket) throw new OperatorError(`The order has no ticket '${text}'.`)
    return ticket.id
  })
  return { kind: 'tickets', ticketIds, withFees }
}
