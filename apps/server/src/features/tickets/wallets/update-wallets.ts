import type { TenantTx } from '@foyer/db'
import { readPassSerial } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../../context.ts'
import { dueRows } from '../../../engine/due-rows.ts'
import { nextTry } from '../../../engine/next-try.ts'
import { selectOpenOrder } from '../../../engine/orders/find-order.ts'
import type { LoadOrderView } from '../ticket-files.ts'
import { googleClass, googleObject } from './google-pass.ts'

/** How many are sent at a time. Google takes 20 calls a second of an issuer. */
const AT_ONCE = 10
/** After this time nothing is sent for a change any more; the phone still finds it when it looks. */
const TRY_DAYS = 3

const DUE = dueRows({
  table: 'wallet_updates',
  at: 'next_attempt_at',
  isOpen: sql`true`,
  limit: AT_ONCE,
})

interface Update {
  id: string
  wallet: 'apple' | 'google'
  target: string
  changes: number
  isLastTry: boolean
}

/**
 * Sends the changes of passes that are due: a push to each phone with an Apple pass, and the pass
 * itself to Google. Many processes may run this. A change is sent at least once: if a process dies
 * before it has recorded the answer, the change is sent again. Returns how many were tried.
 */
export async function updateWallets(
  context: Context,
  tenant: Tenant,
  loadOrderView: LoadOrderView,
): Promise<number> {
  const due = await context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<Update>`
      ${DUE}
      update wallet_updates set attempts = attempts + 1, next_attempt_at = ${nextTry('attempts')}
      where id in (select id from due)
      returning id, wallet, target, changes,
        created_at < clock_timestamp() - make_interval(days => ${TRY_DAYS}) as "isLastTry"`.execute(
      tx,
    )
    return rows
  })
  await Promise.all(due.map((update) => send(context, tenant, loadOrderView, update)))
  return due.length
}

async function send(
  context: Context,
  tenant: Tenant,
  loadOrderView: LoadOrderView,
  update: Update,
): Promise<void> {
  const { wallet, target } = update
  try {
    if (wallet === 'apple') await pushTo(context, tenant, target)
    else await saveAtGoogle(context, tenant, loadOrderView, target)
    await context.db.withTenant(tenant.id, (tx) => removeUpdate(tx, update))
  } catch (error) {
    const text = update.isLastTry ? 'a wallet was not told of a change, and will not be' : NOT_YET
    context.log.warn({ err: error, tenant: tenant.slug, wallet }, text)
    await context.db.withTenant(tenant.id, (tx) =>
      update.isLastTry
        ? removeUpdate(tx, update)
        : sql`update wallet_updates set last_error = ${String(error).slice(0, 500)}
            where id = ${update.id}`.execute(tx),
    )
  }
}

const NOT_YET = 'a wallet was not told of a change, trying again'

/** Removes what was sent, unless another change came meanwhile. */
const removeUpdate = (tx: TenantTx, { id, changes }: Update) =>
  sql`delete from wallet_updates where id = ${id} and changes = ${changes}`.execute(tx)

/** Pushes to a phone. Without a wallet here, and for a phone that has unregistered, does nothing. */
async function pushTo(
  { db, walletServices: { apple } }: Context,
  { id: tenantId }: Tenant,
  deviceKey: string,
): Promise<void> {
  if (!apple) return
  const device = await db.withTenant(tenantId, (tx) =>
    tx
      .selectFrom('wallet_devices')
      .select('push_token')
      .where('device_key', '=', deviceKey)
      .executeTakeFirst(),
  )
  if (!device || (await apple.push(device.push_token)) === 'taken') return
  // A phone that registered again in the meantime has another token.
  await db.withTenant(tenantId, (tx) =>
    sql`delete from wallet_devices
      where device_key = ${deviceKey} and push_token = ${device.push_token}`.execute(tx),
  )
}

/** Brings a pass at Google up to date. Without a wallet here, and for an erased order, does nothing. */
async function saveAtGoogle(
  context: Context,
  tenant: Tenant,
  loadOrderView: LoadOrderView,
  serialNumber: string,
): Promise<void> {
  const { wallets, walletServices } = context
  const pass = readPassSerial(serialNumber)
  if (!pass || !wallets.google || !walletServices.google) return
  const row = await context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, pass.orderId))
  if (!row) return
  const order = await loadOrderView(context, tenant, { row, isByLinkAlone: true })
  const ticket = order.tickets.find(({ number }) => number === pass.ticketNumber)
  if (!ticket) return
  await walletServices.google.save(
    googleObject(wallets.google, tenant, order, ticket),
    googleClass(wallets.google, tenant, order, ticket.session),
  )
}
