import { checkEverything } from './checks.ts'
import type { Cluster } from './cluster.ts'
import { type ProblemKind, Problems, type Visit } from './journal.ts'
import type { Sale } from './sale.ts'

/** Damage, and what the checks have to call it. The sale's sessions are $1. */
const DAMAGES: readonly { what: string; statement: string; kind: ProblemKind }[] = [
  {
    what: 'a sold ticket is gone',
    statement: `delete from tickets where id =
      (select id from tickets where session_id = any($1) limit 1)`,
    kind: 'lost',
  },
  {
    what: 'a hold was forgotten',
    statement: `update holds set state = 'released' where id =
      (select id from holds where session_id = any($1) and state = 'held' and reclaim_at > now()
       limit 1)`,
    kind: 'lost',
  },
  {
    what: 'the tickets of an order are in another session',
    statement: `update tickets t set session_id = other.id from unnest($1::uuid[]) as other(id)
      where other.id <> t.session_id
        and t.order_id = (select order_id from tickets where session_id = any($1) limit 1)`,
    kind: 'lost',
  },
  {
    what: 'an order was made twice',
    statement: `insert into orders
      select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
      from orders o where session_id = any($1) limit 1`,
    kind: 'doubled',
  },
  {
    what: 'a counter is off by one',
    statement: 'update stock set sold = sold + 1 where session_id = any($1) and capacity is null',
    kind: 'drift',
  },
]

/**
 * The checks' own test: each damage, done to a database that just passed and undone again, must be
 * found. What was not found is a problem of that kind.
 */
export async function checkTheChecks(
  cluster: Cluster,
  sale: Sale,
  visits: readonly Visit[],
  problems: Problems,
): Promise<void> {
  const client = await cluster.postgres.pool.connect()
  try {
    for (const { what, statement, kind } of DAMAGES) {
      const found = new Problems()
      await client.query('begin')
      await client.query(statement, [sale.sessionIds])
      const sql: Cluster['sql'] = async (text, values) => (await client.query(text, values)).rows
      await checkEverything(sql, sale, visits, found)
      await client.query('rollback')
      if (found.count(kind) === 0) problems.add(kind, `the checks overlook that ${what}`)
    }
  } finally {
    client.release()
  }
}
