import { sql } from 'kysely'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../../../context.ts'
import { recordUnknownCharge } from '../problems.ts'
import { tenantOf } from '../queries.ts'
import { mayBePaid, settleIntent } from '../settle/settle-payment.ts'
import { type Compared, settleEach } from './settle-each.ts'

/** Settles the payments of those of the provider's intents that contain something new. */
export async function compareIntents(
  context: MoneyContext,
  page: readonly Intent[],
): Promise<Compared> {
  const known = new Map<string, KnownPayment>()
  for (const tenant of new Set(page.map((intent) => tenantOf(context, intent)))) {
    if (!tenant) continue
    for (const row of await selectKnown(context, tenant, page)) known.set(row.intentId, row)
  }
  const news = page.filter((intent) => tellsNews(intent, known.get(intent.id)))
  return settleEach(context, news, async (intent) => {
    if (await settleIntent(context, intent)) return true
    await recordUnknownCharge(context, intent)
    return false
  })
}

interface KnownPayment {
  intentId: string
  isOpen: boolean
  isCanceled: boolean
  capturedMinor: number | null
  refundedMinor: number
  hasFee: boolean
}

const selectKnown = (context: MoneyContext, tenant: Tenant, page: readonly Intent[]) =>
  context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<KnownPayment>`
      select p.intent_id as "intentId", p.state in ('created', 'open') as "isOpen",
        p.state = 'canceled' as "isCanceled", p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor", exists (
          select from money_ledger l where l.tenant_id = p.tenant_id and l.kind = 'provider_fee'
            and l.source_id = p.id::text) as "hasFee"
      from payments p where p.intent_id = any(${page.map((intent) => intent.id)})
        and p.account_id is not distinct from ${page[0]?.accountId ?? null}`.execute(tx)
    return rows
  })

function tellsNews(intent: Intent, known: KnownPayment | undefined): boolean {
  // An unknown intent belongs to another shop, or is ours and was not recorded. It matters as long
  // as it can be paid.
  if (!known) return intent.status !== 'canceled'
  // A payment that was given up must not be paid any more, so its intent is canceled.
  if (known.isCanceled && mayBePaid(intent)) return true
  if (intent.status !== 'succeeded') return intent.status === 'canceled' && known.isOpen
  return (
    known.capturedMinor !== intent.capturedMinor ||
    known.refundedMinor < intent.refundedMinor ||
    (intent.fee !== null && !known.hasFee)
  )
}
