import { type RawBuilder, sql } from 'kysely'

/** A table whose rows are due for a job at a time. */
interface Queue {
  table: string
  /** The column with that time. */
  at: string
  /** The condition for rows that still need work. */
  isOpen: RawBuilder<unknown>
  /** How many rows one statement claims at most. */
  limit: number
}

/**
 * `with due as (…)`: put it before an update of `where id in (select id from due)` that moves the
 * rows' time into the future. That update claims the rows: many processes may run it, and if one
 * dies, its rows are only delayed. Rows that another process is claiming are skipped. It is a CTE
 * because a CTE is read once; a plan may read a sub-select several times and lock other rows each
 * time, beyond the limit.
 */
export const dueRows = ({ table, at, isOpen, limit }: Queue): RawBuilder<unknown> => sql`
  with due as materialized (
    select id from ${sql.table(table)} where ${isOpen} and ${sql.ref(at)} <= clock_timestamp()
    order by ${sql.ref(at)} limit ${limit} for update skip locked)`
