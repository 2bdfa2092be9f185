import { type RawBuilder, sql } from 'kysely'

/** A table whose rows a job takes up when their time has come. */
interface Queue {
  table: string
  /** The column that says when. */
  at: string
  /** Which rows still ask for work. */
  isOpen: RawBuilder<unknown>
  /** How many at the most. */
  limit: number
}

/**
 * `with due as (…)`, to put before an update of `where id in (select id from due)` that moves their
 * time into the future: so a row is claimed, many processes may ask, and one that dies only delays
 * it. Rows that another process is claiming are skipped. In a CTE, which is read once: a plan may
 * read a sub-select again and again, and lock other rows each time, beyond the limit.
 */
export const dueRows = ({ table, at, isOpen, limit }: Queue): RawBuilder<unknown> => sql`
  with due as materialized (
    select id from ${sql.table(table)} where ${isOpen} and ${sql.ref(at)} <= clock_timestamp()
    order by ${sql.ref(at)} limit ${limit} for update skip locked)`
