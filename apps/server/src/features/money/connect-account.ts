import { granted, type money, type ResultOf, refused } from '@foyer/contract'
import { sql } from 'kysely'
import { ProviderError } from '../../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../../context.ts'
import { abilitiesOf } from '../../engine/accounts/refresh-account.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import type { Call } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { readCurrentAccount, readMoney } from './read-money.ts'

export const NOT_CONNECTED = refused(
  'account_not_connected',
  'No account is connected any more. Read the page again.',
)
export const UNREACHED = refused(
  'provider_unavailable',
  'Stripe does not answer at the moment. Nothing was changed; please try again.',
)
const NOT_USED = refused(
  'connect_not_used',
  'Payments of this installation are made with the keys of its operator, so there is nothing to connect.',
)

/**
 * Begins, or goes on with, the account that the organizer is paid on. Returns the address of the provider's
 * page, which opens once and leads back to the screen of money.
 */
export async function connectAccount({
  context,
  tenant,
  principal,
  request,
}: Call<typeof money.connectAccount>): Promise<ResultOf<typeof money.connectAccount>> {
  if (context.paymentMode === 'own') return NOT_USED
  try {
    const current = await readCurrentAccount(context, tenant)
    const accountId =
      current?.account_id ?? (await makeAccount(context, tenant, principal.session.personId))
    const screen = `${context.origin()}/admin/o/${tenant.slug}/money`
    const url = await context.payments.accounts.link(accountId, {
      returnUrl: `${screen}?from=stripe`,
      // The link was used or has ended: the screen offers a new one.
      refreshUrl: `${screen}?from=ended-link`,
    })
    return granted({ url: reachable(context, url) })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    request.log.warn({ err: error }, 'an account was not connected')
    return UNREACHED
  }
}

/** Pages of the emulator are reached through this server, as its other calls of browsers are. */
function reachable({ paymentConfig, origin }: Context, url: string): string {
  const { apiBase } = paymentConfig
  return apiBase === undefined ? url : origin() + apiBase + new URL(url).pathname
}

/**
 * Makes an account at the provider and stores it. Two calls at once make one: the provider's key is the
 * number of accounts that the organizer has had.
 */
async function makeAccount(context: Context, tenant: Tenant, personId: string): Promise<string> {
  const { db, payments } = context
  const platformFee = tenant.platformFee ?? context.configuration.current().platformFee
  const { count } = await db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('connected_accounts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const made = await payments.accounts.create(
    {
      tenantId: tenant.id,
      name: tenant.name,
      email: tenant.supportEmail,
      url: siteOf(context.origin(), tenant),
    },
    `account-${tenant.id}-${count}`,
  )
  return db.withTenant(tenant.id, async (tx) => {
    const stored = await tx
      .insertInto('connected_accounts')
      .values({
        tenant_id: tenant.id,
        account_id: made.id,
        is_live: payments.accounts.isLive,
        platform_fee_ppm: platformFee.ppm,
        platform_fee_fixed_minor: platformFee.fixedMinor,
        ...abilitiesOf(made),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows) {
      await writeAuditEntry(tx, {
        personId,
        action: 'account.connected',
        entityId: made.id,
        entityName: made.id,
        after: { platformFeePpm: platformFee.ppm, platformFeeFixed: platformFee.fixedMinor },
      })
    }
    return made.id
  })
}

/**
 * Ends payments on the account of the organizer. Payments that it has stay there: they are refunded and
 * disputed on it, and what was begun to be paid on it may still be paid.
 */
export async function disconnectAccount({
  context,
  tenant,
  principal,
  body: { accountId },
}: Call<typeof money.disconnectAccount>): Promise<ResultOf<typeof money.disconnectAccount>> {
  const isEnded = await context.db.withTenant(tenant.id, async (tx) => {
    // Payments that are being recorded share this lock. An update that waits for them has computed its
    // time before, and they would seem to be later than the end of their account.
    await tx
      .selectFrom('connected_accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .forUpdate()
      .execute()
    const [ended] = await tx
      .updateTable('connected_accounts')
      .set({ disconnected_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', accountId)
      .where('disconnected_at', 'is', null)
      .returning('account_id')
      .execute()
    if (!ended) return false
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'account.disconnected',
      entityId: accountId,
      entityName: accountId,
    })
    return true
  })
  if (!isEnded) return NOT_CONNECTED
  return granted(await readMoney(context, tenant))
}
