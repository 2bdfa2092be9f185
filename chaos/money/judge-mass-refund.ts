import { type Facts, gatherFacts } from './facts.ts'
import type { Scene } from './scene.ts'
import { type Settled, untilJudged } from './settle.ts'
import { type Finding, findOpen, ifSo, sum, type Verdict } from './verdict.ts'

/** Mails that announce the end of an order's tickets and what goes back. */
const MAILS = `
  select o.cart_id as "cartId", count(*)::integer as count
  from mails m join orders o on o.tenant_id = m.tenant_id and o.id = m.order_id
  where m.kind = 'cancellation' and o.cart_id = any($1::uuid[]) group by 1`

/** Waits until all orders of a session that was called off are refunded, and judges each. */
export const untilAllRefunded = (scene: Scene, withinMs: number): Promise<Settled> =>
  untilJudged(scene.rig, {
    ids: scene.cartIds,
    judge: async () => {
      const facts = await gatherFacts(scene.rig, scene.cartIds)
      const mails = await scene.rig.sql<{ cartId: string; count: number }>(MAILS, [scene.cartIds])
      const mailsOf = new Map(mails.map(({ cartId, count }) => [cartId, count]))
      return new Map(
        [...facts].map(([cartId, known]) => [
          cartId,
          judgeRefunded(known, mailsOf.get(cartId) ?? 0),
        ]),
      )
    },
    withinMs,
  })

/** An order that was paid, whose tickets must end and whose money must go back, once. */
function judgeRefunded(facts: Facts, mails: number): Verdict {
  const { orders, intents, refunds, ledgerMinor } = facts
  const captured = sum(intents.map((intent) => intent.amount_received))
  const returned = sum(intents.map((intent) => intent.latest_charge?.amount_refunded ?? 0))
  const valid = sum(orders.map(({ tickets }) => tickets))
  const open = [
    ...findOpen(facts),
    ...(refunds.length === 0 ? ['no refund was decided'] : []),
    ...(returned < captured ? [`${captured - returned} did not go back`] : []),
  ]
  const isDone = open.length === 0
  const findings: Finding[] = [
    ...ifSo(orders.length !== 1, 'broken', `${orders.length} orders`),
    ...ifSo(refunds.length > 1, 'doubled', `${refunds.length} refunds`),
    ...ifSo(returned > captured, 'doubled', `${returned} of ${captured} went back`),
    ...ifSo(mails > 1, 'doubled', `${mails} mails of a refund`),
    ...ifSo(isDone && mails < 1, 'lost', 'no mail announces the refund'),
    ...ifSo(isDone && valid > 0, 'doubled', `a refund, and ${valid} valid tickets`),
    ...ifSo(isDone && ledgerMinor !== 0, 'unbalanced', `the ledger has ${ledgerMinor} of it left`),
  ]
  return { ending: isDone ? 'refunded' : null, open, findings }
}
