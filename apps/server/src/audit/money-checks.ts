import { type Check, within } from './check.ts'

/** The money ledger has exactly what was charged. */
// Row security lets no index be searched for the result of a cast, only for a column: so the cast is in a
// query of its own, which `offset 0` keeps apart. A slice of 500 payments took 4.7 s of reading the whole
// ledger after 300,000 orders; now it takes 17 ms.
const CHARGES = `
  select null as "sessionId", null as "poolId", p.id as "foundAt",
    format('payment %s: charged %s %s', p.id, p.captured_minor, p.currency) as says,
    format('ledger %s', coalesce(l.amount_minor::text, 'nothing')) as found
  from (
    select tenant_id, id, id::text as source_id, captured_minor, currency from payments
    where captured_minor > 0 and ${within('id')} offset 0) p
  left join money_ledger l on l.tenant_id = p.tenant_id and l.kind = 'charge'
    and l.source_id = p.source_id and l.account = 'provider_balance' and l.currency = p.currency
  where l.amount_minor is distinct from p.captured_minor`

/**
 * A refund that succeeded is in the ledger with its amount; any other is not, or was posted back.
 */
const REFUNDS = `
  with posted as (
    select r.id, coalesce(-sum(l.amount_minor), 0) as minor
    from refunds r
    left join money_ledger l on l.tenant_id = r.tenant_id
      and l.kind in ('refund', 'refund_returned') and l.source_id = r.provider_refund_id
      and l.account = 'provider_balance' and l.currency = r.currency
    where ${within('r.payment_id')} group by 1)
  select null as "sessionId", null as "poolId", r.payment_id as "foundAt",
    format('refund %s: %s %s %s', r.id, r.state, r.amount_minor, r.currency) as says,
    format('ledger %s', p.minor) as found
  from refunds r join posted p on p.id = r.id
  where p.minor <> case r.state when 'succeeded' then r.amount_minor else 0 end`

/**
 * The refunded amount of a payment is the sum of its refunds, and a payment that could not be
 * turned into tickets has one refund for that.
 */
const REFUNDED_PAYMENTS = `
  select null as "sessionId", null as "poolId", p.id as "foundAt",
    format('payment %s: %s, refunded %s of %s', p.id, p.state, p.refunded_minor,
      coalesce(p.captured_minor, 0)) as says,
    format('refunds %s, %s of them for tickets that were gone', r.minor, r.unplaced) as found
  from payments p
  cross join lateral (
    select coalesce(sum(amount_minor) filter (where state <> 'failed'), 0) as minor,
      count(*) filter (where kind = 'unplaced') as unplaced
    from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id offset 0) r
  where ${within('p.id')} and (p.refunded_minor <> r.minor
    or r.unplaced <> case when p.state in ('refund_due', 'refunded') then 1 else 0 end)`

/** A payment is on the account that its organizer had when it was recorded, or on the platform's own. */
const ACCOUNTS = `
  select null as "sessionId", null as "poolId", p.id as "foundAt",
    format('payment %s of %s: on account %s', p.id, p.created_at, p.account_id) as says,
    format('the organizer had it from %s to %s', coalesce(a.connected_at::text, 'never'),
      coalesce(a.disconnected_at::text, 'now')) as found
  from payments p
  left join connected_accounts a on a.tenant_id = p.tenant_id and a.account_id = p.account_id
  where ${within('p.id')} and p.account_id is not null
    and (a.account_id is null or p.created_at < a.connected_at or p.created_at > a.disconnected_at)`

/** The ledger has the platform's fee of each charge on an organizer's account, and of no other. */
const PLATFORM_FEES = `
  select null as "sessionId", null as "poolId", p.id as "foundAt",
    format('payment %s on account %s: platform fee %s %s', p.id, p.account_id, p.fee, p.currency)
      as says,
    format('ledger %s', coalesce(l.amount_minor, 0)) as found
  from (
    select tenant_id, id, id::text as source_id, account_id, currency,
      case when captured_minor > 0 then coalesce(platform_fee_minor, 0) else 0 end as fee
    from payments where ${within('id')} offset 0) p
  left join money_ledger l on l.tenant_id = p.tenant_id and l.kind = 'platform_fee'
    and l.source_id = p.source_id and l.account = 'platform_fees' and l.currency = p.currency
  where coalesce(l.amount_minor, 0) <> p.fee`

/** What went back of the platform's fees is in the ledger, in whole. Checked in whole audits only. */
const RETURNED_FEES = `
  select null as "sessionId", null as "poolId", null as "foundAt",
    format('refunds in %s: platform fees of %s went back', r.currency, r.minor) as says,
    format('ledger %s', coalesce(l.minor, 0)) as found
  from (
    select tenant_id, currency, sum(platform_fee_minor) as minor from refunds
    where $1::uuid[] is null group by 1, 2) r
  left join (
    select tenant_id, currency, -sum(amount_minor) as minor from money_ledger
    where kind = 'platform_fee_returned' and account = 'platform_fees' group by 1, 2) l
    on l.tenant_id = r.tenant_id and l.currency = r.currency
  where r.minor <> coalesce(l.minor, 0)`

/** All accounts of the ledger add up to zero, in every currency. Checked in whole audits only. */
const LEDGER = `
  select null as "sessionId", null as "poolId", null as "foundAt",
    format('ledger in %s: zero', currency) as says, format('%s', sum(amount_minor)) as found
  from money_ledger where $1::uuid[] is null
  group by tenant_id, currency having sum(amount_minor) <> 0`

export const MONEY_CHECKS: readonly Check[] = [
  { name: 'charges', scope: 'paymentIds', text: CHARGES },
  { name: 'refunds', scope: 'paymentIds', text: REFUNDS },
  { name: 'refunded payments', scope: 'paymentIds', text: REFUNDED_PAYMENTS },
  { name: 'payment accounts', scope: 'paymentIds', text: ACCOUNTS },
  { name: 'platform fees', scope: 'paymentIds', text: PLATFORM_FEES },
  { name: 'returned platform fees', scope: 'paymentIds', text: RETURNED_FEES },
  { name: 'ledger', scope: 'paymentIds', text: LEDGER },
]
