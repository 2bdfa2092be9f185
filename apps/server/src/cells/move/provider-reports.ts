import { inTransaction, rowsOf } from './cell.ts'
import type { Move } from './move.ts'
import { insertRows, readRows } from './rows.ts'

/** Reports that arrived around the move are worked off again, which changes nothing that is known. */
const AROUND = `interval '1 hour'`

/**
 * Gives the target the provider's reports about the organizer that the source has not worked off, or has
 * refused because the organizer was leaving. And it makes the target read the provider's lists again from
 * the time before the move on: what a cell finds there of an organizer that it does not have, it ignores.
 */
export async function handOverReports(move: Move): Promise<void> {
  const { from, to, ids } = move
  const [began] = await rowsOf<{ at: string }>(
    move.home.pool,
    'select began_at::text as at from tenant_moves where id = $1',
    [move.id],
  )
  const accounts = (
    await rowsOf<{ id: string }>(
      from.pool,
      'select account_id as id from connected_accounts where tenant_id = any($1)',
      [ids],
    )
  ).map(({ id }) => id)
  const isOpen = `(state = 'queued' or received_at > $2::timestamptz - ${AROUND})
    and (intent_id in (select p.intent_id from payments p where p.tenant_id = any($1))
      or account_id = any($3))`
  const reports = [ids, began?.at, accounts]
  const events = await readRows(from.pool, 'provider_events', isOpen, reports)
  const watermarks = await readRows(from.pool, 'provider_watermarks', 'account_id = any($1)', [
    accounts,
  ])
  await inTransaction(to, async (client) => {
    await insertRows(client, 'provider_events', events, 'on conflict do nothing')
    await client.query(
      `update provider_events set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp()
       where id = any($1) and state <> 'done'`,
      [idsIn(events)],
    )
    await insertRows(client, 'provider_watermarks', watermarks, 'on conflict do nothing')
    // A comparison that is under way ends without having reached anything.
    await client.query(
      `update provider_watermarks set claimed_until = '-infinity',
         reached_at = least(reached_at, $1::timestamptz - ${AROUND})
       where account_id = '' or account_id = any($2)`,
      [began?.at, accounts],
    )
  })
  await from.pool.query(
    `update provider_events set state = 'ignored' where state = 'queued' and ${isOpen}`,
    reports,
  )
  await from.pool.query('delete from provider_watermarks where account_id = any($1)', [accounts])
}

function idsIn(events: string): string[] {
  const rows: unknown = JSON.parse(events)
  return Array.isArray(rows) ? rows.map(({ id }) => String(id)) : []
}
