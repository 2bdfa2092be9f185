import { createHash } from 'node:crypto'
import type { TenantTx } from '@foyer/db'
import { longestOf, mailboxOf, mostOf, type RateWindow } from '@foyer/domain'
import { sql } from 'kysely'

/** Any constant will do, as long as it is no other program's on the same database. */
const MAIL_LOCK = 4_021_979

/** Under which mails to one mailbox are counted: a hash, so that no second column holds addresses. */
export const recipientKeyOf = (address: string): string =>
  createHash('sha256').update(mailboxOf(address)).digest('hex').slice(0, 32)

/**
 * Lets one transaction of a tenant at a time release mails, over all processes, until it ends. To be
 * taken in a statement of its own: what is then counted includes all that was released before.
 */
export const lockMailOutbox = (tx: TenantTx) =>
  sql`select pg_advisory_xact_lock(${MAIL_LOCK}::integer, current_tenant())`.execute(tx)

/**
 * How long ago the newest mails to each recipient were released, in seconds by the database's clock,
 * newest first, as far as the windows look back; negative for those that are held back for later.
 * Recipients without one are left out.
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
