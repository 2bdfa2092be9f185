import { Agent } from 'node:http'
import { ATTACKER } from './addresses.ts'
import type { House } from './attack.ts'
import { Person } from './person.ts'

/** A cart of the attacker's that holds one ticket, with the cookie that makes it theirs. */
export async function attackersCart(house: House, sessionId: string, typeId: string) {
  const agent = new Agent({ keepAlive: true })
  const person = new Person(house.url, agent, ATTACKER)
  const { status } = await person.hold({ eventId: house.eventId, sessionId, typeId }, 1)
  agent.destroy()
  if (status !== 201) throw new Error(`The attacker's cart was answered ${status}`)
  return { cookie: person.cookie, browserId: person.browserId }
}

/**
 * Writes holds as if they had been made and, with `lapsed`, run out; the counters and the ledger
 * agree with them. `cart`: all of the cart that holds something there; else each in a cart of its own.
 */
export async function writeHolds(
  house: House,
  {
    count,
    sessionId,
    typeId,
    state,
    cartOf,
  }: {
    count: number
    sessionId: string
    typeId: string
    state: 'released' | 'lapsed'
    /** The browser whose cart they were in; each in another one's unless given. */
    cartOf?: string
  },
): Promise<void> {
  const isLapsed = state === 'lapsed'
  await house.sql(
    `with made as (
       insert into holds (tenant_id, id, cart_id, browser_id, cart_number, session_id,
         ticket_type_id, quantity, unit_price_minor, state, created_at, expires_at, reclaim_at)
       select 1, gen_random_uuid(), coalesce(c.cart_id, gen_random_uuid()),
         coalesce($5::uuid, gen_random_uuid()), '10000', $1, $2, 1, 0, $4,
         now() - interval '20 minutes', now() - interval '5 minutes', now() - interval '1 second'
       from generate_series(1, $3::integer)
       left join lateral (select cart_id from holds
         where browser_id = $5::uuid and cart_number = '10000' limit 1) c on true
       returning id),
     noted as (
       insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
       select 1, $1, $2, 'hold', count(*), 0, array_agg(id) from made where $6 having count(*) > 0)
     update stock set held = held + $3::integer
     where $6 and session_id = $1 and pool_id in ($1, $2)`,
    [sessionId, typeId, count, isLapsed ? 'held' : 'released', cartOf ?? null, isLapsed],
  )
}
