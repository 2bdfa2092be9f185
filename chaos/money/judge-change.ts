import type { Facts } from './facts.ts'
import { DEARER_MINOR, type Scene } from './scene.ts'
import { type Settled, untilJudged } from './settle.ts'
import { type Ending, type Finding, findOpen, ifSo, sum, type Verdict } from './verdict.ts'

/** What database and provider store about an order and its change. Amounts are minor units. */
interface ChangeFacts extends Pick<Facts, 'payments' | 'refunds' | 'intents' | 'held'> {
  /** Valid tickets in the new session and in the former one. */
  moved: number
  stayed: number
  /** Changes in the order's history. */
  changes: number
  changeMails: number
  refundMails: number
  /** What the order was bought for. */
  boughtMinor: number
  ledgerMinor: number
}

// Payments of the order, and those that were to change it.
const PAYMENTS = `select p.* from payments p where p.order_id = $1 or p.change_of_order_id = $1`

const FACTS = `
  with paid as (${PAYMENTS})
  select (select count(*)::integer from tickets
      where order_id = $1 and status = 'VALID' and session_id = $2) as moved,
    (select count(*)::integer from tickets
      where order_id = $1 and status = 'VALID' and session_id <> $2) as stayed,
    (select count(*)::integer from order_changes where order_id = $1 and state = 'done') as changes,
    (select count(*)::integer from mails where order_id = $1 and kind = 'reschedule')
      as "changeMails",
    (select count(*)::integer from mails m join paid p on p.id = m.payment_id
      where m.kind = 'refund') as "refundMails",
    (select total_minor from orders where id = $1) as "boughtMinor",
    (select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state,
      'intentId', p.intent_id)), '[]') from paid p) as payments,
    (select coalesce(json_agg(json_build_object('state', r.state)), '[]')
      from refunds r join paid p on p.id = r.payment_id) as refunds,
    (select coalesce(sum(quantity), 0)::integer from holds h join order_changes c on c.id = h.cart_id
      where c.order_id = $1 and h.state = 'held') as held,
    (select coalesce(sum(l.amount_minor), 0)::integer from money_ledger l
      where l.account = 'provider_balance' and l.kind in ('charge', 'refund', 'refund_returned')
        and l.source_id in (
          select p.id::text from paid p
          union all
          select r.provider_refund_id from refunds r join paid p on p.id = r.payment_id))
      as "ledgerMinor"`

type Sources = Pick<Scene['rig'], 'sql' | 'provider'>
type Changed = Pick<Scene, 'orderId' | 'event'> & { quantity: number }

/** Waits until the change of the scene's order has settled by itself, and judges it. */
export const untilChangeSettled = (scene: Scene, withinMs: number): Promise<Settled> =>
  untilJudged(scene.rig, {
    ids: [scene.orderId],
    judge: async () => new Map([[scene.orderId, await judgeChange(scene.rig, changeOf(scene))]]),
    withinMs,
  })

export const changeOf = ({ orderId, event, buyer }: Scene): Changed => ({
  orderId,
  event,
  quantity: buyer.quantity,
})

/** Judges an order of which all tickets were to change. Reads the provider before the database. */
export async function judgeChange(
  { sql, provider }: Sources,
  { orderId, event, quantity }: Changed,
): Promise<Verdict> {
  const all = await provider.intents()
  const [row] = await sql<Omit<ChangeFacts, 'intents'>>(FACTS, [orderId, event.sessionIds[1]])
  if (!row) throw new Error('A statement without a table has one row')
  const ids = new Set(row.payments.map(({ id }) => id))
  const intents = all.filter(({ metadata }) => ids.has(metadata.paymentId ?? ''))
  const facts = { ...row, intents }
  const captured = sum(intents.map((intent) => intent.amount_received))
  const refunded = sum(intents.map((intent) => intent.latest_charge?.amount_refunded ?? 0))
  const open = findOpen(facts)
  return {
    ending: open.length > 0 ? null : endingOf(facts, captured, refunded),
    open,
    findings: findingsOf(facts, quantity, captured - refunded),
  }
}

function endingOf(facts: ChangeFacts, captured: number, refunded: number): Ending | null {
  if (facts.changes > 0) return 'changed'
  if (captured === facts.boughtMinor) return 'unpaid'
  return captured - refunded === facts.boughtMinor ? 'refunded' : null
}

function findingsOf(facts: ChangeFacts, wanted: number, kept: number): Finding[] {
  const { moved, stayed, changes, changeMails, refundMails, intents, refunds } = facts
  const isChanged = changes > 0
  const charges = intents.filter((intent) => intent.amount_received > 0)
  const owed = facts.boughtMinor + (isChanged ? DEARER_MINOR * wanted : 0)
  const [right, wrong] = isChanged ? [moved, stayed] : [stayed, moved]
  return [
    ...ifSo(changes > 1, 'doubled', `${changes} changes`),
    ...ifSo(charges.length > 2, 'doubled', `${charges.length} charges of a purchase and a change`),
    ...ifSo(refunds.length > 1, 'doubled', `${refunds.length} refunds`),
    ...ifSo(isChanged && refunds.length > 0, 'doubled', 'a change and a refund'),
    ...ifSo(wrong > 0 || right > wanted, 'doubled', `tickets: ${moved} moved, ${stayed} stayed`),
    ...ifSo(right < wanted, 'lost', `tickets: ${moved} moved, ${stayed} stayed`),
    ...ifSo(changeMails > 1, 'doubled', `${changeMails} mails of a change`),
    ...ifSo(isChanged && changeMails < 1, 'lost', 'no mail announces the change'),
    ...ifSo(refundMails > refunds.length, 'doubled', `${refundMails} mails of a refund`),
    ...ifSo(refundMails < refunds.length, 'lost', 'no mail announces the refund'),
    ...ifSo(kept > owed, 'lost', `${kept} were taken for an order worth ${owed}`),
    ...ifSo(kept < owed, 'unbalanced', `${kept} were taken for an order worth ${owed}`),
    ...ifSo(
      kept !== facts.ledgerMinor,
      'unbalanced',
      `provider ${kept}, ledger ${facts.ledgerMinor}`,
    ),
  ]
}
