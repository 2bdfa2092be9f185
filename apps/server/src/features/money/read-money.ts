import type { Money } from '@foyer/contract'
import { accountStageOf, requirementTexts } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { readAudit, readFindings } from './read-findings.ts'

const DISPUTES = 50

type ReadContext = Pick<Context, 'db' | 'paymentMode' | 'paymentConfig'>
type Account = NonNullable<Awaited<ReturnType<typeof readCurrentAccount>>>

/** What an organizer sees of its account, its disputes and the findings, without asking the provider. */
export async function readMoney(context: ReadContext, tenant: Tenant): Promise<Money> {
  const [account, disputes, findings, audit] = await Promise.all([
    readCurrentAccount(context, tenant),
    readDisputes(context, tenant),
    context.db.withTenant(tenant.id, readFindings),
    context.db.withTenant(tenant.id, readAudit),
  ])
  return {
    mode: context.paymentMode,
    account: account ? presentAccount(context, account) : null,
    disputes,
    findings,
    audit,
  }
}

/** The account on which new payments are made; undefined without one, and with PAYMENTS=own. */
export const readCurrentAccount = async (
  { db, paymentMode }: Pick<Context, 'db' | 'paymentMode'>,
  tenant: Pick<Tenant, 'id'>,
) =>
  paymentMode === 'own'
    ? undefined
    : db.withTenant(tenant.id, (tx) =>
        tx
          .selectFrom('connected_accounts')
          .selectAll()
          .where('disconnected_at', 'is', null)
          .executeTakeFirst(),
      )

function presentAccount({ paymentConfig }: ReadContext, account: Account): Money['account'] {
  const abilities = {
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    requirements: account.requirements,
  }
  const { due, inReview, dueAt } = account.requirements
  const isEmulated = paymentConfig.apiBase !== undefined
  return {
    id: account.account_id,
    stage: accountStageOf(abilities),
    chargesEnabled: abilities.chargesEnabled,
    payoutsEnabled: abilities.payoutsEnabled,
    wanted: requirementTexts(due),
    inReview: requirementTexts(inReview),
    wantedBy: dueAt,
    country: account.country,
    currency: account.currency,
    isLive: account.is_live,
    connectedAt: account.connected_at.toISOString(),
    checkedAt: account.checked_at.toISOString(),
    platformFee: { ppm: account.platform_fee_ppm, fixedMinor: account.platform_fee_fixed_minor },
    dashboardUrl: isEmulated
      ? null
      : `https://dashboard.stripe.com/${account.account_id}/${account.is_live ? '' : 'test/'}dashboard`,
  }
}

const readDisputes = ({ db }: ReadContext, tenant: Tenant): Promise<Money['disputes']> =>
  db.withTenant(tenant.id, async (tx) => {
    const rows = await tx
      .selectFrom('disputes as d')
      .innerJoin('payments as p', (join) =>
        join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
      )
      .select(['d.id', 'd.state', 'd.amount_minor', 'd.currency'])
      .select(['p.order_id', 'p.account_id', 'p.created_at'])
      .orderBy(sql`d.state = 'opened'`, 'desc')
      .orderBy('p.created_at', 'desc')
      .limit(DISPUTES)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      state: row.state,
      amountMinor: row.amount_minor,
      currency: row.currency,
      orderId: row.order_id,
      paidAt: row.created_at.toISOString(),
      accountId: row.account_id,
    }))
  })
