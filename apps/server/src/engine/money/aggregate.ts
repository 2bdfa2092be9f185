import type { Aggregate } from '../lanes/aggregate.ts'
import { changesOf, rowsOf, type WriteStatement } from '../lanes/statements.ts'
import { MoneyBook } from './money-book.ts'

const WRITE_POSTINGS = `
  insert into money_ledger (tenant_id, kind, source_id, account, currency, amount_minor)
  select $1, p.* from json_to_recordset($2) as p(kind text, "sourceId" text, account text,
    currency text, "amountMinor" integer)`

// The row is the outbox: a job sends the refund to the provider.
const WRITE_REFUNDS = `
  with decided as (
    insert into refunds (tenant_id, id, payment_id, order_id, kind, amount_minor, fee_minor,
      tax_minor, fee_tax_minor, currency, with_fees, ticket_ids, reason, request_key, state, provider_refund_id)
    select $1, r.id, "paymentId", "orderId", kind, "amountMinor", "feeMinor",
      coalesce("taxMinor", 0), coalesce("feeTaxMinor", 0), currency, "withFees", "ticketIds", reason,
      "requestKey", state, "providerRefundId"
    from json_to_recordset($2) as r(id uuid, "paymentId" uuid, "orderId" uuid,
      kind text, "amountMinor" integer, "feeMinor" integer, "taxMinor" integer,
      "feeTaxMinor" integer, currency text, "withFees" boolean, "ticketIds" uuid[], reason text,
      "requestKey" text, state text, "providerRefundId" text))
  insert into mails (tenant_id, kind, id, recipient, payment_id, order_id, data, once_key)
  select $1, 'refund', m.* from json_to_recordset($3) as m(id uuid, recipient text,
    "paymentId" uuid, "orderId" uuid, data jsonb, "onceKey" text)`

const ADOPT_REFUNDS = `
  update refunds r set state = 'pending',
    provider_refund_id = $2::jsonb -> r.id::text ->> 'providerRefundId'
  where r.tenant_id = $1 and r.id = any($3::uuid[])`

// With what it reports, so that no refund of the team is without the name of the person.
const WRITE_REPORTS = `
  insert into audit_log (tenant_id, id, person_id, action_type, entity_type, entity_id, entity_name,
    after)
  select $1, e.* from json_to_recordset($2) as e(id uuid, "personId" uuid, action text,
    "entityType" text, "entityId" text, "entityName" text, after jsonb)`

const MONEY_STATEMENTS: readonly WriteStatement<{ money: ReturnType<MoneyBook['rows']> }>[] = [
  {
    name: 'lane_write_postings',
    text: WRITE_POSTINGS,
    values: ({ money }) => rowsOf(money.postings),
  },
  {
    name: 'lane_write_refunds',
    text: WRITE_REFUNDS,
    values: ({ money: { refunds, refundMails } }) =>
      refunds.length > 0 ? [JSON.stringify(refunds), JSON.stringify(refundMails)] : null,
  },
  {
    name: 'lane_adopt_refunds',
    text: ADOPT_REFUNDS,
    values: ({ money }) => changesOf(money.adoptedRefunds),
  },
  {
    name: 'lane_write_reports',
    text: WRITE_REPORTS,
    values: ({ money }) => rowsOf(money.reports),
  },
]

/**
 * Ledger entries and refunds. They belong to locked payments, and are written after these and their
 * orders.
 */
export const money = {
  // The refunds of a payment are read together with it.
  lockAndRead: async () => {},
  book: () => new MoneyBook(),
  statements: MONEY_STATEMENTS,
} satisfies Aggregate
