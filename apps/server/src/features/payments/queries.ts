import type { DB, TenantTx } from '@foyer/db'
import { sql, type UpdateObject } from 'kysely'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../../context.ts'

/**
 * Updates a payment that is not settled yet; `checkInSeconds` says when the reconciler checks it
 * next.
 */
export const updatePayment = (
  tx: TenantTx,
  id: string,
  change: {
    state?: 'canceled'
    checkInSeconds?: number
    decline?: Intent['decline']
  },
) =>
  tx
    .updateTable('payments')
    .set({
      updated_at: sql<Date>`clock_timestamp()`,
      ...(change.state ? { state: change.state } : {}),
      ...(change.decline === undefined
        ? {}
        : {
            decline_code: change.decline?.code ?? null,
            decline_message: change.decline?.message ?? null,
          }),
      ...(change.checkInSeconds === undefined
        ? {}
        : {
            next_check_at: sql<Date>`clock_timestamp() + make_interval(secs => ${change.checkInSeconds})`,
          }),
    })
    .where('id', '=', id)
    // A payment that was settled meanwhile stays settled.
    .where('state', 'in', ['created', 'open'])
    .execute()

/**
 * Finds the tenant of an intent by its metadata; undefined if the intent belongs to another shop.
 * Intents from before intents carried their tenant's id are found by the slug.
 */
export const tenantOf = (
  context: Pick<MoneyContext, 'tenants'>,
  intent: Intent,
): Tenant | undefined => {
  const { tenantId, tenant = '' } = intent.metadata
  return tenantId ? context.tenants.byId(Number(tenantId)) : context.tenants.bySlug(tenant)
}

/**
 * Like {@link tenantOf}, but looks at the registry again if the intent names a tenant that is unknown
 * here: another process or thread registered it a moment ago, and a payment that is taken for another
 * shop's is never settled by its webhook.
 */
export async function findTenantOf(
  context: Pick<MoneyContext, 'tenants'>,
  intent: Intent,
): Promise<Tenant | undefined> {
  const known = tenantOf(context, intent)
  if (known || !(intent.metadata.tenantId || intent.metadata.tenant)) return known
  await context.tenants.reload()
  return tenantOf(context, intent)
}

const selectPayment = (tx: TenantTx) =>
  tx
    .selectFrom('payments as p')
    .leftJoin('cart_contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.cart_id', '=', 'p.cart_id'),
    )
    .select(['p.id', 'p.state', 'p.intent_id as intentId', 'p.cart_id as cartId'])
    .select(['p.order_id as orderId', 'p.change_of_order_id as changeOfOrderId'])
    .select(['p.account_id as accountId', 'p.platform_fee_minor as platformFeeMinor'])
    .select(
      sql<number>`extract(epoch from clock_timestamp() - p.created_at)::float8`.as('ageSeconds'),
    )
    .select('p.decline_message as declineMessage')
    .select(
      // The order that a payment changes has its buyer's contact already.
      sql<boolean>`c.cart_id is not null or p.change_of_order_id is not null`.as('hasContact'),
    )

export const findPaymentById = (tx: TenantTx, id: string) =>
  selectPayment(tx).where('p.id', '=', id).executeTakeFirst()

export const findPaymentByIntent = (tx: TenantTx, intentId: string) =>
  selectPayment(tx).where('p.intent_id', '=', intentId).executeTakeFirst()

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPaymentById>>>

/** Locks a payment; required before a change of its refunds or disputes. */
export const lockPaymentOf = (tx: TenantTx, intentId: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'state', 'account_id', 'captured_minor', 'platform_fee_minor'])
    .where('intent_id', '=', intentId)
    .forUpdate()
    .executeTakeFirst()

export const setPaymentState = (tx: TenantTx, id: string, state: 'refund_due' | 'refunded') =>
  tx
    .updateTable('payments')
    .set({ state, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

export const changeRefund = (
  tx: TenantTx,
  id: string,
  change: UpdateObject<DB, 'refunds', 'refunds'>,
) => tx.updateTable('refunds').set(change).where('id', '=', id).execute()
