import { createHash } from 'node:crypto'
import type { TenantTx } from '@foyer/db'
import { longestOf, mailboxOf, mostOf, type RateWindow } from '@foyer/domain'
import { sql } from 'kysely'

/** An arbitrary constant; no other program on the same database may use it. */
const MAIL_LOCK = 4_021_979

/**
 * The key under which mails to one mailbox are counted. It is a hash, so that no second column
 * holds addresses.
 */
export const recipientKeyOf = (address: string): string =>
  createHash('sha256').update(mailboxOf(address)).digest('hex').slice(0, 32)

/**
 * Lets one transaction per tenant at a time release mails, over all processes, until it ends. Take
 * it in a statement of its own: the next statement then counts all mails that were released before.
 */
export const lockMailOutbox = (tx: TenantTx) =>
  sql`select pg_advisory_xact_lock(${MAIL_LOCK}::integer, current_tenant())`.execute(tx)

/**
 * How many seconds ago, by the database's clock, the newest mails to each recipient were released,
 * newest first and as far back as the windows reach. The number is negative for a mail that is
 * delayed until later. Recipients without a mail are left out.
 */
export async function agesOfMails(
  tx: TenantTx,
  recipientKeys: readonly string[],
  windows: readonly RateWindow[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ key: string; ages: number[] }>`
    select key, array_agg(age order by age) as ages
    from unnest(${recipientKeys}::text[]) as wanted(key)
    cross join lateral (
      select extract(epoch from clock_timestamp() - released_at)::float8 as age
      from mails
      where recipient_key = key
        and released_at > clock_timestamp() - make_interval(secs => ${longestOf(windows)})
      order by released_at desc limit ${mostOf(windows)}) as newest
    group by key`.execute(tx)
  return new Map(rows.map(({ key, ages }) => [key, ages]))
}
