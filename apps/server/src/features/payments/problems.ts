import type { TenantTx } from '@foyer/db'
import { formatAmount, type MoneyFindingKind } from '@foyer/domain'
import { sql } from 'kysely'
import type { Intent, ProviderRefund } from '../../adapters/payment-gateway.ts'
import { type MoneyContext, onAccount } from '../../context.ts'
import { tenantOf } from './queries.ts'
import { type Compared, settleEach } from './reconcile/settle-each.ts'

/** A problem with money that only people can solve. */
export interface Problem {
  kind: string
  /** A payment, a refund, or an object of the provider. */
  subject: string
  details: string
}

/**
 * A refund that the provider has not accepted after this many tries counts as a problem; the tries
 * go on.
 */
const MANY_ATTEMPTS = 8

const kind = (name: MoneyFindingKind) => sql.lit(name)

// Problems that the database alone shows. The reconciler cannot end any of these states.
const FIND = sql`
  select ${kind('refund given up')} as kind, id::text as subject, format('%s %s of payment %s: %s',
    amount_minor, currency, payment_id, coalesce(last_error, 'no reason known')) as details
  from refunds where state = 'failed'
  union all
  select ${kind('refund not taken')}, id::text, format('%s %s of payment %s, tried %s times: %s',
    amount_minor, currency, payment_id, attempts, coalesce(last_error, 'no reason known'))
  from refunds where state = 'queued' and attempts >= ${sql.lit(MANY_ATTEMPTS)}
  union all
  select ${kind('charge disputed')}, d.id, format('%s %s of payment %s, intent %s', d.amount_minor, d.currency,
    p.id, p.intent_id)
  from disputes d join payments p on p.tenant_id = d.tenant_id and p.id = d.payment_id
  where d.state = 'opened'
  union all
  select ${kind('charge differs')}, id::text, format('intent %s: charged %s of %s %s', intent_id,
    captured_minor, amount_minor, currency)
  from payments where state = 'completed' and captured_minor <> amount_minor
  union all
  select ${kind('payment undecided')}, id::text, format('%s since %s, intent %s', state, created_at, intent_id)
  from payments
  where state in ('created', 'open') and created_at < clock_timestamp() - interval '1 day'`

const UNKNOWN_CHARGE: MoneyFindingKind = 'charge unknown'
const UNKNOWN_REFUND: MoneyFindingKind = 'refund unknown'

/**
 * Updates the list of a tenant's problems and returns it. A problem that was found at the provider
 * stays until {@link forgetUnknownCharges} finds it settled there.
 */
export async function listProblems(tx: TenantTx): Promise<Problem[]> {
  // By the indexes of the exceptions alone: the planner cannot know that hardly any charge differs from
  // its payment, and would read all payments (measured: 230 ms instead of 4 after 200,000 orders).
  await sql`set local enable_seqscan = off`.execute(tx)
  await sql`
    with found as (${FIND}),
    gone as (
      delete from money_problems p where p.kind <> ${UNKNOWN_CHARGE} and case p.kind
        when ${UNKNOWN_REFUND}
          then exists (select from refunds r where r.provider_refund_id = p.subject)
        else not exists (select from found f where f.kind = p.kind and f.subject = p.subject) end)
    insert into money_problems (tenant_id, kind, subject, details)
    select current_tenant(), kind, subject, details from found
    on conflict (tenant_id, kind, subject) do update set details = excluded.details`.execute(tx)
  return tx
    .selectFrom('money_problems')
    .select(['kind', 'subject', 'details'])
    .orderBy('found_at')
    .orderBy('subject')
    .execute()
}

/** Records a charge that names this tenant but whose payment is not in the database. */
export async function recordUnknownCharge(context: MoneyContext, intent: Intent): Promise<void> {
  const tenant = tenantOf(context, intent)
  if (!tenant || tenant.testOf !== null || owedMinor(intent) === 0) return
  const amount = formatAmount(owedMinor(intent), intent.currency)
  const { paymentId = 'none' } = intent.metadata
  await context.db.withTenant(tenant.id, async (tx) => {
    // An account of another organizer: what its intents say about this one is nothing to act on.
    if (intent.accountId !== null && !(await hasAccount(tx, intent.accountId))) return
    await tx
      .insertInto('money_problems')
      .values({
        tenant_id: tenant.id,
        kind: UNKNOWN_CHARGE,
        subject: intent.id,
        account_id: intent.accountId,
        details: `${amount}, for a payment that is not here: ${paymentId}`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

const hasAccount = async (tx: TenantTx, accountId: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('connected_accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  )

/**
 * Records a refund of the provider's that no decision explains, because it is more than was left.
 */
export const recordUnknownRefund = (tx: TenantTx, paymentId: string, reported: ProviderRefund) =>
  tx
    .insertInto('money_problems')
    .values({
      tenant_id: sql<number>`current_tenant()`,
      kind: UNKNOWN_REFUND,
      subject: reported.id,
      details: `${formatAmount(reported.amountMinor, reported.currency)}, beyond what was left of payment ${paymentId}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Removes unknown charges from the list that were refunded at the provider, or whose payment is in
 * the database again.
 */
export async function forgetUnknownCharges(context: MoneyContext): Promise<Compared> {
  const charges = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('money_problems')
      .select(['tenant_id as tenantId', 'subject as id', 'account_id as accountId'])
      .where('kind', '=', UNKNOWN_CHARGE)
      .execute(),
  )
  const here = charges.filter(({ tenantId }) => context.tenants.byId(tenantId))
  return settleEach(context, here, async ({ tenantId, id, accountId }) => {
    const intent = await onAccount(context, accountId).payments.retrieveIntent(id)
    await context.db.withTenant(tenantId, (tx) => forgetUnlessOwed(tx, id, intent))
    return false
  })
}

async function forgetUnlessOwed(
  tx: TenantTx,
  intentId: string,
  intent: Intent | null,
): Promise<void> {
  const known = await tx
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!known && intent && owedMinor(intent) > 0) return
  await tx
    .deleteFrom('money_problems')
    .where('kind', '=', UNKNOWN_CHARGE)
    .where('subject', '=', intentId)
    .execute()
}

const owedMinor = (intent: Intent) => Math.max(0, intent.capturedMinor - intent.refundedMinor)
