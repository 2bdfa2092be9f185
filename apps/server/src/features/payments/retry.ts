import { type RawBuilder, sql } from 'kysely'

const LONGEST_WAIT_SECONDS = 3600

/**
 * When something that has just been claimed is tried again, should nobody say that it was done: 6 s,
 * 10 s, 16 s … an hour. Never more than two thirds of what has passed since the first try, so that
 * what a broken provider left behind is done soon after it is back.
 *
 * @param attempts the column that counts tries, the one that begins not among them.
 */
export const nextTry = (attempts: string): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs =>
    least(${sql.lit(LONGEST_WAIT_SECONDS)}, 6 * 1.6 ^ least(${sql.ref(attempts)}, 20)))`
