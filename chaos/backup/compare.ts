import pg from 'pg'
import type { Acknowledged } from './buyers.ts'

export interface Comparison {
  /** Acknowledged until the moment: how many, and how many of them are missing. */
  until: number
  lost: number
  /** Sent after the moment: how many, and how many of them are there. */
  after: number
  early: number
  /** Rows that say that they were made after the moment, whether anybody was answered or not. */
  later: number
}

/**
 * Compares a restored database with what was acknowledged. What was under way at the moment itself may be
 * there or not.
 */
export async function compare(
  url: string,
  journal: readonly Acknowledged[],
  moment: Date,
): Promise<Comparison> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id::text from holds where id = any($1) union select id::text from orders where id = any($1)`,
      [journal.map(({ id }) => id)],
    )
    const present = new Set(rows.map(({ id }) => id))
    const until = journal.filter(({ answeredAt }) => answeredAt <= moment.getTime())
    const after = journal.filter(({ sentAt }) => sentAt > moment.getTime())
    const { rows: later } = await client.query<{ count: number }>(
      `select count(*)::integer as count from (
         select created_at from holds union all select created_at from orders) made
       where created_at > $1`,
      [moment],
    )
    return {
      until: until.length,
      lost: until.filter(({ id }) => !present.has(id)).length,
      after: after.length,
      early: after.filter(({ id }) => present.has(id)).length,
      later: later[0]?.count ?? 0,
    }
  } finally {
    await client.end()
  }
}
