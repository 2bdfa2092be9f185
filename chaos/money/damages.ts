import { gatherFacts } from './facts.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { auditOf, untilSettled } from './settle.ts'
import { type Finding, type FindingKind, judge } from './verdict.ts'

/** Damage to one cart, whose id is $1, and the kind of finding that the checks must report. */
interface Damage {
  what: string
  to: 'ticketed' | 'refunded'
  statement: string
  kind: FindingKind
}

const OF_CART = 'select id from orders where cart_id = $1'
const PAYMENTS_OF_CART = 'select id from payments where cart_id = $1'

const DAMAGES: readonly Damage[] = [
  {
    what: 'a ticket is gone',
    to: 'ticketed',
    statement: `update tickets set status = 'CANCELLED' where id =
      (select id from tickets where order_id in (${OF_CART}) limit 1)`,
    kind: 'lost',
  },
  {
    what: 'no confirmation was queued',
    to: 'ticketed',
    statement: `delete from mails where order_id in (${OF_CART})`,
    kind: 'lost',
  },
  {
    what: 'an order was made twice',
    to: 'ticketed',
    statement: `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id, status, email, contact,
        billing_address, quote, total_minor, created_at)
      select tenant_id, gen_random_uuid(), browser_id, cart_id, cart_number, event_id, session_id, status, email, contact,
        billing_address, quote, total_minor, created_at
      from orders where cart_id = $1`,
    kind: 'doubled',
  },
  {
    what: 'a charge is not in the ledger',
    to: 'ticketed',
    statement: `delete from money_ledger where kind = 'charge'
      and source_id in (select id::text from payments where cart_id = $1)`,
    kind: 'unbalanced',
  },
  {
    what: 'the stock counts a ticket too many',
    to: 'ticketed',
    statement: `update stock set sold = sold + 1
      where session_id in (select session_id from holds where cart_id = $1)`,
    kind: 'unbalanced',
  },
  {
    what: 'a refund was decided twice',
    to: 'refunded',
    statement: `insert into refunds
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'state', 'failed',
        'request_key', 'again', 'provider_refund_id', null))).*
      from refunds r where payment_id in (${PAYMENTS_OF_CART})`,
    kind: 'doubled',
  },
  {
    what: 'a refund is in the ledger with a cent too few',
    to: 'refunded',
    statement: `update money_ledger set amount_minor = amount_minor + sign(amount_minor)::integer
      where kind = 'refund' and source_id in (select provider_refund_id from refunds
        where payment_id in (${PAYMENTS_OF_CART}))`,
    kind: 'unbalanced',
  },
]

const PLACES = 2
const SETTLES_WITHIN_MS = 60_000

/**
 * Tests the checks themselves: damages a purchase that passes, inside a transaction that is rolled
 * back, and expects the checks to find each damage. Returns the damages they overlook.
 */
export async function checkTheChecks(rig: Rig): Promise<Finding[]> {
  const cartOf = { ticketed: await buyTickets(rig), refunded: await buyTooLate(rig) }
  const carts = Object.values(cartOf).map((cartId) => ({ cartId, quantity: PLACES }))
  const overlooked = (await untilSettled(rig, carts, SETTLES_WITHIN_MS)).findings
  const client = await rig.postgres.pool.connect()
  const sql: Rig['sql'] = async (text, values) => (await client.query(text, values)).rows
  try {
    for (const { what, to, statement, kind } of DAMAGES) {
      const cartId = cartOf[to]
      await client.query('begin')
      await client.query(statement, [cartId])
      const facts = (await gatherFacts({ ...rig, sql }, [cartId])).get(cartId)
      const findings = [
        ...(facts ? judge(facts, PLACES).findings : []),
        ...(await auditOf({ sql })),
      ]
      await client.query('rollback')
      if (findings.some((finding) => finding.kind === kind)) continue
      overlooked.push({ kind: 'broken', text: `the checks overlook that ${what}` })
    }
  } finally {
    client.release()
  }
  return overlooked
}

async function buyTickets(rig: Rig): Promise<string> {
  const scene = await Scene.open(rig)
  await scene.buyer.comeBack()
  return scene.cartId
}

async function buyTooLate(rig: Rig): Promise<string> {
  const scene = await Scene.open(rig, { capacity: PLACES })
  await scene.buyer.upTo('confirm')
  await scene.expireHolds()
  await scene.takeTickets(PLACES)
  await scene.buyer.comeBack()
  return scene.cartId
}
