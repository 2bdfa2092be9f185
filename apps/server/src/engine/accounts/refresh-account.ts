import type { TenantTx } from '@foyer/db'
import { ACCESS_ENDED, type CurrencyAmount } from '@foyer/domain'
import { sql } from 'kysely'
import type { ProviderAccount } from '../../adapters/accounts-gateway.ts'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import type { Context } from '../../context.ts'

type RefreshContext = Pick<Context, 'db' | 'payments'>

/** Reads what an account of an organizer can do from the provider, and stores it. */
export async function refreshAccount(
  { db, payments }: RefreshContext,
  tenantId: number,
  accountId: string,
): Promise<void> {
  // Of two answers that are on their way at the same time, the one that was asked for last counts.
  const askedAt = await db.withTenant(tenantId, databaseTime)
  const account = await payments.accounts.retrieve(accountId)
  const balances = account ? await balancesOf(payments, accountId) : null
  await db.withTenant(tenantId, (tx) =>
    tx
      .updateTable('connected_accounts')
      .set(account ? abilitiesOf(account) : GONE)
      .$if(balances !== null, (query) => query.set('balances', JSON.stringify(balances)))
      .set('checked_at', sql<Date>`${askedAt}::timestamptz`)
      .where('account_id', '=', accountId)
      .where('checked_at', '<=', sql<Date>`${askedAt}::timestamptz`)
      .execute(),
  )
}

/** The database's time as text, to the microsecond. */
async function databaseTime(tx: TenantTx): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database has told no time')
  return row.at
}

/**
 * What an account has, by currency, with what is not available yet; below 0 if it owes. Null if the
 * provider does not say: then what it said before stays, and the rest of the account is stored.
 */
async function balancesOf(
  { accounts }: Context['payments'],
  accountId: string,
): Promise<CurrencyAmount[] | null> {
  try {
    const { available, pending } = await accounts.balance(accountId)
    const sums = new Map<string, number>()
    for (const { currency, amountMinor } of [...available, ...pending]) {
      sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
    }
    return [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor }))
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** The columns about what an account can do. */
export const abilitiesOf = (account: ProviderAccount) => ({
  charges_enabled: account.chargesEnabled,
  payouts_enabled: account.payoutsEnabled,
  details_submitted: account.detailsSubmitted,
  requirements: JSON.stringify(account.requirements),
  country: account.country,
  currency: account.currency,
})

/** An account that lets the platform act no longer: what was asked for stays as it was. */
const GONE = {
  charges_enabled: false,
  payouts_enabled: false,
  requirements: sql<string>`requirements || ${JSON.stringify({ limitedFor: ACCESS_ENDED })}::jsonb`,
}

/** The tenants of accounts, by account. An account that no tenant has is missing. */
export async function ownersOf(
  { db }: Pick<Context, 'db'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.acrossTenants((tx) =>
    tx
      .selectFrom('connected_accounts')
      .select(['tenant_id', 'account_id'])
      .where('account_id', 'in', [...new Set(accountIds)])
      .execute(),
  )
  return new Map(rows.map(({ tenant_id, account_id }) => [account_id, tenant_id]))
}

/** An account is asked about once in this time, also without a webhook. */
const STALE_HOURS = 6
const AT_ONCE = 50

/** Reads the accounts that no webhook has reported for long. Returns how many. */
export async function refreshStaleAccounts(
  context: RefreshContext & Pick<Context, 'log' | 'tenants'>,
): Promise<number> {
  const stale = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('connected_accounts')
      .select(['tenant_id', 'account_id'])
      .where('disconnected_at', 'is', null)
      // Test accounts are none of the provider's.
      .where('account_id', 'not like', 'acct\\_test\\_%')
      .where(
        'checked_at',
        '<',
        sql<Date>`clock_timestamp() - make_interval(hours => ${sql.lit(STALE_HOURS)})`,
      )
      .orderBy('checked_at')
      .limit(AT_ONCE)
      .execute(),
  )
  for (const { tenant_id, account_id } of stale) {
    if (!context.tenants.byId(tenant_id)) continue
    await refreshAccount(context, tenant_id, account_id).catch((error: unknown) =>
      context.log.warn({ err: error, accountId: account_id }, 'an account was not read again'),
    )
  }
  return stale.length
}
