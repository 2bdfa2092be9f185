import { type RawBuilder, sql } from 'kysely'

const LONGEST_WAIT_SECONDS = 3600

/**
 * When claimed work is tried again if nothing reports it as done: after 6 s, 10 s, 16 s … up to an
 * hour. The wait is never more than two thirds of the time since the first try, so that work
 * delayed by the provider's outage is done soon after it.
 *
 * @param attempts the column that counts the tries, without the one that begins.
 */
export const nextTry = (attempts: string): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs =>
    least(${sql.lit(LONGEST_WAIT_SECONDS)}, 6 * 1.6 ^ least(${sql.ref(attempts)}, 20)))`
