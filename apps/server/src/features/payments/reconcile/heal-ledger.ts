import type { TenantTx } from '@foyer/db'
import {
  chargeOf,
  chargePostings,
  platformFeePostings,
  type Quote,
  refundPostings,
} from '@foyer/domain'
import { sql } from 'kysely'
import { post } from '../settle/money-ledger.ts'

const AT_ONCE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The ids of the last payment and the last refund that were read. */
export interface LedgerMark {
  payment: string
  refund: string
}

export const LEDGER_BEGINNING: LedgerMark = { payment: FIRST_ID, refund: FIRST_ID }

export interface LedgerStep {
  /** The number of missing entries that were posted. */
  posted: number
  mark: LedgerMark
  /** True if nothing is left after the mark. */
  isThrough: boolean
}

/**
 * Posts charges and refunds of older payments that are missing in the ledger. Reads the next few
 * hundred payments after `mark`. Today's charges and refunds are posted in their own transactions,
 * so a mark never has to go back; the audit finds entries that are missing because of a bug.
 */
export async function healLedger(tx: TenantTx, mark: LedgerMark): Promise<LedgerStep> {
  const payments = await healCharges(tx, mark.payment)
  const refunds = await healRefunds(tx, mark.refund)
  return {
    posted: payments.posted + refunds.posted,
    mark: { payment: payments.last ?? mark.payment, refund: refunds.last ?? mark.refund },
    isThrough: payments.looked < AT_ONCE && refunds.looked < AT_ONCE,
  }
}

interface Charge {
  id: string
  currency: string
  minor: number
  quote: Quote
  platformFeeMinor: number | null
  isMissing: boolean
}

async function healCharges(tx: TenantTx, after: string) {
  const { rows } = await sql<Charge>`
    select p.id, p.currency, p.captured_minor as minor, p.quote,
      p.platform_fee_minor as "platformFeeMinor",
      coalesce(p.captured_minor, 0) > 0 and not exists (
        select from money_ledger l where l.kind = 'charge' and l.source_id = p.id::text
          and l.tenant_id = p.tenant_id offset 0) as "isMissing"
    from payments p where p.id > ${after}::uuid order by p.id limit ${AT_ONCE}`.execute(tx)
  const missing = rows.filter((row) => row.isMissing)
  for (const { id, currency, minor, quote, platformFeeMinor } of missing) {
    const source = { kind: 'charge', sourceId: id, currency } as const
    await post(tx, source, chargePostings(chargeOf(quote, minor)))
    const fee = platformFeePostings(platformFeeMinor ?? 0)
    await post(tx, { ...source, kind: 'platform_fee' }, fee)
  }
  return { looked: rows.length, posted: missing.length, last: rows.at(-1)?.id }
}

interface Refunded {
  id: string
  providerId: string | null
  currency: string
  amountMinor: number
  feeMinor: number
  taxMinor: number
  feeTaxMinor: number
  isMissing: boolean
}

async function healRefunds(tx: TenantTx, after: string) {
  const { rows } = await sql<Refunded>`
    select r.id, r.provider_refund_id as "providerId", r.currency,
      r.amount_minor as "amountMinor", r.fee_minor as "feeMinor",
      r.tax_minor as "taxMinor", r.fee_tax_minor as "feeTaxMinor",
      r.state = 'succeeded' and r.provider_refund_id is not null and not exists (
        select from money_ledger l where l.kind = 'refund' and l.source_id = r.provider_refund_id
          and l.tenant_id = r.tenant_id offset 0) as "isMissing"
    from refunds r where r.id > ${after}::uuid order by r.id limit ${AT_ONCE}`.execute(tx)
  let posted = 0
  for (const { providerId, currency, isMissing, ...amount } of rows) {
    if (!isMissing || providerId === null) continue
    await post(tx, { kind: 'refund', sourceId: providerId, currency }, refundPostings(amount))
    posted += 1
  }
  return { looked: rows.length, posted, last: rows.at(-1)?.id }
}
