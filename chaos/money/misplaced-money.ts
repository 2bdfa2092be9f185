import type { ProviderIntent } from './provider.ts'
import type { Rig } from './rig.ts'
import type { Finding } from './verdict.ts'

interface Booked {
  /** The account of the payments; null: the platform's own. */
  account: string | null
  /** The account of the organizer who sold; null if payments are made with the platform's keys. */
  owner: string | null
  /** What the ledger says that the account has of them, before fees. */
  minor: number
  intentIds: string[]
}

const BOOKED = `
  select p.account_id as account, a.account_id as owner,
    array_agg(distinct p.intent_id) filter (where p.intent_id is not null) as "intentIds",
    coalesce(sum(l.minor), 0)::integer as minor
  from payments p
  left join connected_accounts a on a.tenant_id = p.tenant_id and a.disconnected_at is null
  cross join lateral (
    select coalesce(sum(l.amount_minor), 0) as minor from money_ledger l
    where l.tenant_id = p.tenant_id and l.account = 'provider_balance'
      and l.kind in ('charge', 'refund', 'refund_returned') and l.source_id in (
        select p.id::text
        union all
        select r.provider_refund_id from refunds r
        where r.tenant_id = p.tenant_id and r.payment_id = p.id)) l
  group by p.account_id, a.account_id`

/**
 * Compares accounts: each has at the provider what the ledger says of the sales of its organizer, and no
 * intent of anybody else. Payments must not be under way.
 */
export async function findMisplacedMoney(rig: Pick<Rig, 'sql' | 'provider'>): Promise<Finding[]> {
  const intents = await rig.provider.intents()
  const booked = await rig.sql<Booked>(BOOKED)
  const accounts = new Set([null, ...rig.provider.accounts])
  const found = booked.flatMap(({ account, owner, intentIds }) => [
    ...(account === owner ? [] : [`payments on ${account} are of the organizer of ${owner}`]),
    ...intents
      .filter((intent) => intentIds?.includes(intent.id) && intent.account !== account)
      .map((intent) => `${intent.id} is on ${intent.account}, its payment on ${account}`),
  ])
  const sums = [...accounts].flatMap((account) => {
    const has = keptOf(intents.filter((intent) => intent.account === account))
    const says = booked
      .filter((each) => each.account === account)
      .reduce((sum, { minor }) => sum + minor, 0)
    return has === says ? [] : [`account ${account} has ${has}, the ledger says ${says}`]
  })
  return [...found, ...sums].map((text) => ({ kind: 'misplaced', text }))
}

const keptOf = (intents: readonly ProviderIntent[]) =>
  intents.reduce(
    (sum, { amount_received: received, latest_charge: charge }) =>
      sum + received - (charge?.amount_refunded ?? 0),
    0,
  )
