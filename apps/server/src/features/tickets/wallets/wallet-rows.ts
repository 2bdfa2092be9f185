import type { TenantTx } from '@foyer/db'
import { passSerial, type WalletPass } from '@foyer/domain'
import { sql } from 'kysely'

/** Phones that may follow one pass: those of a family, with their watches and tablets. */
const DEVICES_OF_A_PASS = 50

/**
 * A change is committed this long after its time at most (a lane is abandoned after 10 s), so an
 * earlier time than that of the last answer may appear later. Naming a pass twice costs a 304.
 */
const LATE_COMMIT_SECONDS = 15

/**
 * Waits for a change of the order or of its sessions that is under way, and makes the next one wait, so
 * that each change either sees the rows that are written now or is seen by who reads the order afterwards.
 */
async function awaitChanges(tx: TenantTx, orderId: string): Promise<{ isErased: boolean }> {
  const { rows } = await sql`
    select id from orders where id = ${orderId} and erased_at is null for share`.execute(tx)
  await sql`
    select s.id from tickets t join sessions s on s.tenant_id = t.tenant_id and s.id = t.session_id
    where t.order_id = ${orderId} and t.status = 'VALID' order by s.id for share of s`.execute(tx)
  return { isErased: rows.length === 0 }
}

interface Registration extends WalletPass {
  deviceKey: string
}

/**
 * Registers a phone for a pass. A pass that changed before it was added may be an old file, so the
 * phone is then told to fetch it.
 */
export async function registerDevice(
  tx: TenantTx,
  { orderId, ticketNumber, deviceKey }: Registration,
  pushToken: string,
): Promise<'new' | 'known' | 'too_many' | 'erased'> {
  const { isErased } = await awaitChanges(tx, orderId)
  if (isErased) return 'erased'
  await sql`
    insert into wallet_passes (tenant_id, order_id, ticket_number, wallet)
    values (current_tenant(), ${orderId}, ${ticketNumber}, 'apple')
    on conflict (tenant_id, order_id, ticket_number, wallet) do update set wallet = 'apple'
  `.execute(tx)
  // The row of the pass is locked now, so concurrent registrations are counted one after the other.
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as others from wallet_registrations
    where order_id = ${orderId} and ticket_number = ${ticketNumber}
      and device_key <> ${deviceKey}`.execute(tx)
  if ((rows[0]?.others ?? 0) >= DEVICES_OF_A_PASS) return 'too_many'
  await sql`
    insert into wallet_devices (tenant_id, device_key, push_token)
    values (current_tenant(), ${deviceKey}, ${pushToken})
    on conflict (tenant_id, device_key) do update set push_token = excluded.push_token
  `.execute(tx)
  const { rows: added } = await sql`
    insert into wallet_registrations (tenant_id, device_key, order_id, ticket_number)
    values (current_tenant(), ${deviceKey}, ${orderId}, ${ticketNumber})
    on conflict do nothing returning device_key`.execute(tx)
  if (added.length === 0) return 'known'
  await sql`
    insert into wallet_updates (tenant_id, wallet, target)
    select current_tenant(), 'apple', ${deviceKey} from tickets t
    where t.order_id = ${orderId} and t.number = ${ticketNumber} and t.replaced_by is null
      and (t.revision > 0 or t.status <> 'VALID' or exists (
        select from session_disruptions d
        where d.tenant_id = t.tenant_id and d.session_id = t.session_id))
    on conflict (tenant_id, wallet, target) do nothing`.execute(tx)
  return 'new'
}

/** Ends the registration of a phone for a pass, and forgets a phone that follows no other pass. */
export async function unregisterDevice(
  tx: TenantTx,
  { orderId, ticketNumber, deviceKey }: Registration,
): Promise<void> {
  // Locked first, so that a registration of the same phone is seen below or comes afterwards.
  await sql`select from wallet_devices where device_key = ${deviceKey} for update`.execute(tx)
  await sql`delete from wallet_registrations
    where device_key = ${deviceKey} and order_id = ${orderId} and ticket_number = ${ticketNumber}
  `.execute(tx)
  await sql`delete from wallet_devices where device_key = ${deviceKey} and not exists (
    select from wallet_registrations r
    where r.tenant_id = current_tenant() and r.device_key = ${deviceKey})`.execute(tx)
}

/**
 * Selects the passes of a phone that changed after `since` (seconds since 1970), or all of them.
 * `changed` is their time in the same unit.
 */
export async function selectChangedPasses(
  tx: TenantTx,
  deviceKey: string,
  since: number | null,
): Promise<{ serialNumber: string; changed: number }[]> {
  const { rows } = await sql<WalletPass & { changed: number }>`
    select p.order_id as "orderId", p.ticket_number as "ticketNumber",
      extract(epoch from p.changed_at)::integer as changed
    from wallet_registrations r
    join wallet_passes p on p.tenant_id = r.tenant_id and p.order_id = r.order_id
      and p.ticket_number = r.ticket_number and p.wallet = 'apple'
    where r.device_key = ${deviceKey} and (${since}::bigint is null
      or p.changed_at > to_timestamp(${since}::bigint - ${LATE_COMMIT_SECONDS}))
    order by p.order_id, p.ticket_number`.execute(tx)
  return rows.map(({ changed, ...pass }) => ({ serialNumber: passSerial(pass), changed }))
}

/** Selects when an Apple pass last changed; undefined if no phone ever registered for it. */
export const selectChangedAt = async (tx: TenantTx, { orderId, ticketNumber }: WalletPass) =>
  (
    await tx
      .selectFrom('wallet_passes')
      .select('changed_at')
      .where('order_id', '=', orderId)
      .where('ticket_number', '=', ticketNumber)
      .where('wallet', '=', 'apple')
      .executeTakeFirst()
  )?.changed_at

/**
 * Stores that the valid tickets of an order may be saved to Google Wallet from now on. Call it before
 * the order is read for the link: a change that the link does not contain is then sent to Google.
 */
export async function recordGooglePasses(tx: TenantTx, orderId: string): Promise<void> {
  const { isErased } = await awaitChanges(tx, orderId)
  if (isErased) return
  await sql`
    insert into wallet_passes (tenant_id, order_id, ticket_number, wallet)
    select tenant_id, order_id, number, 'google' from tickets
    where order_id = ${orderId} and status = 'VALID'
    on conflict do nothing`.execute(tx)
}
