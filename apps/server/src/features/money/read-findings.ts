import type { Money } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { MoneyFindingKind } from '@foyer/domain'
import { sql } from 'kysely'

const MOST_FINDINGS = 100
/** Listed as disputes already. */
const DISPUTED: MoneyFindingKind = 'charge disputed'

interface FindingRow {
  kind: MoneyFindingKind
  subject: string
  details: string
  found_at: Date
  amount_minor: number | null
  currency: string | null
  order_id: string | null
  last_error: string | null
}

/** What the reconciler found and cannot heal, with the order that it concerns, the oldest first. */
export async function readFindings(tx: TenantTx): Promise<Money['findings']> {
  // A subject is an id of ours, or one of the provider's, which is no UUID.
  const { rows } = await sql<FindingRow>`
    select m.kind, m.subject, m.details, m.found_at, r.last_error, p.order_id,
      coalesce(r.amount_minor, p.amount_minor) as amount_minor,
      coalesce(r.currency, p.currency) as currency
    from money_problems m
    cross join lateral (select case when pg_input_is_valid(m.subject, 'uuid')
      then m.subject::uuid end as id) own
    left join refunds r on r.tenant_id = m.tenant_id and r.id = own.id
    left join payments p on p.tenant_id = m.tenant_id and p.id = coalesce(r.payment_id, own.id)
    where m.kind <> ${DISPUTED}
    order by m.found_at, m.subject limit ${MOST_FINDINGS}`.execute(tx)
  return rows.map((row) => ({
    kind: row.kind,
    subject: row.subject,
    foundAt: row.found_at.toISOString(),
    amount:
      row.amount_minor !== null && row.currency
        ? { minor: row.amount_minor, currency: row.currency }
        : null,
    orderId: row.order_id,
    // Of a payment or refund that is known, the fields say what the details repeat.
    reason: row.amount_minor === null ? row.details : row.last_error,
  }))
}

/** The last comparison of what was sold, paid and booked (`npm run audit` as a job). */
export async function readAudit(tx: TenantTx): Promise<Money['audit']> {
  const row = await tx.selectFrom('status_audits').select(['at', 'differences']).executeTakeFirst()
  return row ? { at: row.at.toISOString(), differences: row.differences } : null
}
