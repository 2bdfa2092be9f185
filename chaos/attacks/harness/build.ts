import { Agent } from 'node:http'
import { ATTACKER } from './addresses.ts'
import type { Site } from './attack.ts'
import { Person } from './person.ts'

/** A cart of the attacker's that holds one ticket, with the cookie that makes it theirs. */
export async function attackersCart(
  site: Site,
  sessionId: string,
  typeId: string,
  eventId = site.eventId,
) {
  const agent = new Agent({ keepAlive: true })
  const person = new Person(site.url, agent, ATTACKER)
  const { status } = await person.hold({ eventId, sessionId, typeId }, 1)
  agent.destroy()
  if (status !== 201) throw new Error(`The attacker's cart was answered ${status}`)
  return { cookie: person.cookie, browserId: person.browserId }
}

export interface HoldsToWrite {
  /** Per session. */
  count: number
  sessionIds: readonly string[]
  typeId: string
  state: 'held' | 'released'
  /** Time until the holds expire; a quarter of an hour by default. */
  endsInSeconds?: number
  /** The browser that owns the cart; by default each hold is in a cart of another browser. */
  cartOf?: string
}

/** Inserts holds of one ticket each, with the counters and ledger rows that belong to them. */
export async function writeHolds(
  site: Site,
  { count, sessionIds, typeId, state, cartOf, endsInSeconds = 900 }: HoldsToWrite,
): Promise<void> {
  const counts = state !== 'released'
  await site.sql(WRITE_HOLDS, [
    sessionIds,
    typeId,
    count,
    counts ? 'held' : 'released',
    cartOf ?? null,
    state === 'held' ? endsInSeconds : -60,
    counts,
  ])
}

// One statement, so that no lane sees holds that are not counted yet. It locks before it writes, in
// the order of the lanes.
const WRITE_HOLDS = `
  with locked as materialized (
    select session_id, pool_id from stock
    where session_id = any($1) and pool_id in (session_id, $2)
    order by session_id, pool_id for update),
  made as (
    insert into holds (tenant_id, id, cart_id, browser_id, cart_number, session_id, ticket_type_id,
      quantity, unit_price_minor, state, created_at, expires_at, reclaim_at)
    select 1, gen_random_uuid(), coalesce(c.cart_id, gen_random_uuid()),
      coalesce($5::uuid, gen_random_uuid()), '10000', s.session_id, $2, 1, 0, $4,
      now() - interval '15 minutes', now() + $6 * interval '1 second',
      now() + $6 * interval '1 second'
    from (select distinct session_id from locked) s cross join generate_series(1, $3::integer)
    left join lateral (select cart_id from holds
      where browser_id = $5::uuid and cart_number = '10000' limit 1) c on true
    returning id, session_id),
  ledgered as (
    insert into stock_ledger
      (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
    select 1, session_id, $2, 'hold', count(*), 0, array_agg(id) from made where $7 group by 2)
  update stock s set held = held + $3::integer
  from locked l where $7 and s.session_id = l.session_id and s.pool_id = l.pool_id`
