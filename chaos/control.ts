import { checkEverything } from './checks.ts'
import type { Cluster } from './cluster.ts'
import { type ProblemKind, Problems, type Visit } from './journal.ts'
import type { Sale } from './sale.ts'

/**
 * The ids of what can be damaged. Of carts and orders it has only those whose expected state is
 * known.
 */
interface Victims {
  sessionIds: readonly string[]
  carts: readonly string[]
  orderIds: readonly string[]
}

/** Damage to some of the victims, whose ids are $1, and the kind that the checks must report. */
interface Damage {
  what: string
  to: keyof Victims
  statement: string
  kind: ProblemKind
}

const DAMAGES: readonly Damage[] = [
  {
    what: 'a sold ticket is gone',
    to: 'orderIds',
    statement: `delete from tickets where id =
      (select id from tickets where order_id = any($1) and status = 'VALID' limit 1)`,
    kind: 'lost',
  },
  {
    what: 'the tickets of an order are in another session',
    to: 'orderIds',
    statement: `update tickets t set session_id = other.id from sessions other
      where other.event_id = t.event_id and other.id <> t.session_id
        and t.order_id = ($1::uuid[])[1]`,
    kind: 'lost',
  },
  {
    what: 'a hold was forgotten',
    to: 'carts',
    statement: `update holds set state = 'released' where id =
      (select id from holds where browser_id || '/' || cart_number = any($1)
         and state = 'held' and reclaim_at > now() limit 1)`,
    kind: 'lost',
  },
  {
    what: 'an order was made twice',
    to: 'orderIds',
    statement: `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id, status, email, contact,
        billing_address, quote, total_minor, created_at)
      select tenant_id, gen_random_uuid(), browser_id, cart_id, cart_number, event_id, session_id, status, email, contact,
        billing_address, quote, total_minor, created_at
      from orders where id = ($1::uuid[])[1]`,
    kind: 'doubled',
  },
  {
    what: 'a counter is off by one',
    to: 'sessionIds',
    statement: 'update stock set sold = sold + 1 where session_id = any($1) and capacity is null',
    kind: 'drift',
  },
]

/**
 * Tests the checks themselves: damages a database that just passed, inside a transaction that is
 * rolled back, and expects the checks to find each damage. A missed one is a problem of its kind.
 */
export async function checkTheChecks(
  cluster: Cluster,
  sale: Sale,
  visits: readonly Visit[],
  problems: Problems,
): Promise<void> {
  const settled = visits.filter((visit) => visit.isSettled)
  const victims: Victims = {
    sessionIds: sale.sessionIds,
    carts: settled.map(({ browserId, cartNumber }) => `${browserId}/${cartNumber}`),
    orderIds: settled.flatMap(({ orderId }) => orderId ?? []),
  }
  const client = await cluster.postgres.pool.connect()
  try {
    for (const { what, to, statement, kind } of DAMAGES) {
      const found = new Problems()
      await client.query('begin')
      await client.query(statement, [victims[to]])
      const sql: Cluster['sql'] = async (text, values) => (await client.query(text, values)).rows
      await checkEverything(sql, sale, visits, found)
      await client.query('rollback')
      if (found.count(kind) === 0) problems.add(kind, `the checks overlook that ${what}`)
    }
  } finally {
    client.release()
  }
}
