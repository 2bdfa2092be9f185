import { gatherFacts } from './facts.ts'
import { changeOf, judgeChange, untilChangeSettled } from './judge-change.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { auditOf, untilSettled } from './settle.ts'
import { type Finding, type FindingKind, judge } from './verdict.ts'

/**
 * Damage to one cart, or to an order that was changed, whose id is $1, and the kind of finding that the
 * checks must report.
 */
interface Damage {
  what: string
  to: 'ticketed' | 'refunded' | 'changed'
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
  {
    what: 'a ticket stays valid beside the one that replaced it',
    to: 'changed',
    statement: `update tickets set status = 'VALID', replaced_by = null where id =
      (select id from tickets where order_id = $1 and replaced_by is not null limit 1)`,
    kind: 'doubled',
  },
  {
    what: 'the tickets of a paid change are the former ones again',
    to: 'changed',
    statement: `update tickets t set session_id = other.id from sessions other
      where other.event_id = t.event_id and other.id <> t.session_id
        and t.order_id = $1 and t.status = 'VALID'`,
    kind: 'lost',
  },
  {
    what: 'the charge of a change is not in the ledger',
    to: 'changed',
    statement: `delete from money_ledger where kind = 'charge' and source_id in
      (select id::text from payments where change_of_order_id = $1)`,
    kind: 'unbalanced',
  },
]

const PLACES = 2
const SETTLES_WITHIN_MS = 60_000

type Sql = Pick<Rig, 'sql'>

/** A cart or an order that passes the checks, and how it is judged. */
interface Victim {
  id: string
  judge(sources: Sql): Promise<Finding[]>
}

/**
 * Tests the checks themselves: damages purchases and a change that pass, inside a transaction that is
 * rolled back, and expects the checks to find each damage. Returns the damages they overlook.
 */
export async function checkTheChecks(rig: Rig): Promise<Finding[]> {
  const cart = (id: string): Victim => ({
    id,
    async judge(sources) {
      const facts = (await gatherFacts({ ...rig, ...sources }, [id])).get(id)
      return facts ? judge(facts, PLACES).findings : []
    },
  })
  const victims = {
    ticketed: cart(await buyTickets(rig)),
    refunded: cart(await buyTooLate(rig)),
    changed: await buyChange(rig),
  }
  const carts = [victims.ticketed, victims.refunded].map(({ id }) => ({
    cartId: id,
    quantity: PLACES,
  }))
  const overlooked = [
    ...(await untilSettled(rig, carts, SETTLES_WITHIN_MS)).findings,
    ...(await victims.changed.judge(rig)),
  ]
  const client = await rig.postgres.pool.connect()
  const sql: Rig['sql'] = async (text, values) => (await client.query(text, values)).rows
  try {
    for (const { what, to, statement, kind } of DAMAGES) {
      const victim = victims[to]
      await client.query('begin')
      await client.query(statement, [victim.id])
      const findings = [...(await victim.judge({ sql })), ...(await auditOf({ sql }))]
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

/** Buys two tickets, and pays to take them to a dearer session. */
async function buyChange(rig: Rig): Promise<Victim> {
  const scene = await Scene.open(rig, { sessions: 2, types: [{ dynamicMinor: 3000 }] })
  await scene.buyToChange()
  await scene.changer.comeBack()
  await untilChangeSettled(scene, SETTLES_WITHIN_MS)
  return {
    id: scene.orderId,
    judge: async (sources) => (await judgeChange({ ...rig, ...sources }, changeOf(scene))).findings,
  }
}
