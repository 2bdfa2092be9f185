import type { TenantTx } from '@foyer/db'
import { chargeOf, chargePostings, type Quote, refundPostings } from '@foyer/domain'
import { sql } from 'kysely'
import { post } from './money-ledger.ts'

const AT_ONCE = 500

/**
 * Posts charges and refunds that are not in the ledger: those of payments from before there was one.
 * Returns how many entries were missing; to be called again while that is more than 0.
 */
export async function healLedger(tx: TenantTx): Promise<number> {
  const charges = await sql<{ id: string; currency: string; minor: number; quote: Quote }>`
    select p.id, p.currency, p.captured_minor as minor, p.quote from payments p
    where p.captured_minor > 0 and not exists (
      select from money_ledger l where l.kind = 'charge' and l.source_id = p.id::text
        and l.tenant_id = p.tenant_id)
    limit ${AT_ONCE}`.execute(tx)
  for (const { id, currency, minor, quote } of charges.rows) {
    const source = { kind: 'charge', sourceId: id, currency } as const
    await post(tx, source, chargePostings(chargeOf(quote, minor)))
  }
  const refunds = await sql<{
    id: string
    currency: string
    amountMinor: number
    feeMinor: number
  }>`
    select r.provider_refund_id as id, r.currency, r.amount_minor as "amountMinor",
      r.fee_minor as "feeMinor"
    from refunds r
    where r.state = 'succeeded' and r.provider_refund_id is not null and not exists (
      select from money_ledger l where l.kind = 'refund' and l.source_id = r.provider_refund_id
        and l.tenant_id = r.tenant_id)
    limit ${AT_ONCE}`.execute(tx)
  for (const { id, currency, ...amount } of refunds.rows) {
    await post(tx, { kind: 'refund', sourceId: id, currency }, refundPostings(amount))
  }
  return charges.rows.length + refunds.rows.length
}
