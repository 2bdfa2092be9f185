import type { ProviderIntent } from './provider.ts'
import type { Rig } from './rig.ts'

/** What database and provider store about one cart. Amounts are minor units. */
export interface Facts {
  orders: { id: string; totalMinor: number; tickets: number; confirmations: number }[]
  payments: { id: string; state: string; intentId: string | null }[]
  refunds: { state: string }[]
  /** Mails that announce a refund. */
  refundMails: number
  /** Tickets that are held but not sold. */
  held: number
  /** The amount that, by the money ledger, the provider has. */
  ledgerMinor: number
  /** All intents ever made for it, including those whose creation was never answered. */
  intents: ProviderIntent[]
}

type Row = Omit<Facts, 'intents'> & { cartId: string }

const FACTS = `
  select c.id as "cartId", (
      select coalesce(json_agg(json_build_object('id', o.id, 'totalMinor', o.total_minor,
        'tickets', (select count(*) from tickets t
          where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID'),
        'confirmations', (select count(*) from mails m where m.tenant_id = o.tenant_id
          and m.order_id = o.id and m.kind = 'confirmation'))), '[]')
      from orders o where o.cart_id = c.id) as orders,
    (select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state,
        'intentId', p.intent_id)), '[]')
      from payments p where p.cart_id = c.id) as payments,
    (select coalesce(json_agg(json_build_object('state', r.state)), '[]')
      from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
      where p.cart_id = c.id) as refunds,
    (select count(*)::integer from mails m
      join payments p on p.tenant_id = m.tenant_id and p.id = m.payment_id
      where p.cart_id = c.id and m.kind = 'refund') as "refundMails",
    (select coalesce(sum(quantity), 0)::integer from holds h
      where h.cart_id = c.id and h.state = 'held') as held,
    (select coalesce(sum(l.amount_minor), 0)::integer from money_ledger l
      where l.account = 'provider_balance' and l.kind in ('charge', 'refund', 'refund_returned')
        and l.source_id in (
          select p.id::text from payments p where p.cart_id = c.id
          union all
          select r.provider_refund_id from refunds r
          join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
          where p.cart_id = c.id)) as "ledgerMinor"
  from unnest($1::uuid[]) as c(id)`

/** Reads the facts of these carts, by cart; reads the provider before the database. */
export async function gatherFacts(
  rig: Pick<Rig, 'sql' | 'provider'>,
  cartIds: readonly string[],
): Promise<Map<string, Facts>> {
  const byPayment = Map.groupBy(
    await rig.provider.intents(),
    (intent) => intent.metadata.paymentId ?? '',
  )
  const rows = await rig.sql<Row>(FACTS, [cartIds])
  return new Map(
    rows.map(({ cartId, ...row }) => {
      const intents = row.payments.flatMap(({ id }) => byPayment.get(id) ?? [])
      return [cartId, { ...row, intents: [...new Set(intents)] }]
    }),
  )
}
