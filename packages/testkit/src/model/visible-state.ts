import { isLive, type Model, takenIn } from './model.ts'
import { SESSIONS, TYPE_PRICES_MINOR } from './plan.ts'
import type { RealWorld } from './real-world.ts'

/** The visible state of a world when no operation is under way, equal in model and database. */
export interface VisibleState {
  /** What is held or sold, by session: its total, each type, and what the types share, if they do. */
  taken: number[][]
  /** Live holds: owner, line and quantity. */
  held: Record<string, { quantity: number; id: string | null }>
  /** Tickets by order. */
  tickets: Record<string, number>
}

export function visibleStateOf(model: Model): VisibleState {
  const sessions = Array.from({ length: SESSIONS }, (_, session) => session)
  const ofAll = model.world.shared === null ? [] : ['shared' as const]
  const pools = [null, ...TYPE_PRICES_MINOR.keys(), ...ofAll]
  return {
    taken: sessions.map((session) => pools.map((pool) => takenIn(model, session, pool))),
    held: Object.fromEntries(
      model.holds
        .filter(isLive)
        .map(({ cart, session, type, quantity, id }) => [
          nameOf(cart, session, type),
          { quantity, id },
        ]),
    ),
    tickets: Object.fromEntries(
      Object.entries(model.orders).map(([id, order]) => [id, order.tickets]),
    ),
  }
}

const nameOf = (cart: string, session: number, type: number) =>
  `cart ${cart}, session ${session}, type ${type}`

interface Row extends Record<string, unknown> {
  taken: { session: string; pool: string; places: number }[] | null
  held:
    | {
        id: string
        browser: string
        number: string
        session: string
        type: string
        quantity: number
      }[]
    | null
  tickets: Record<string, number> | null
}

// By the database's clock. Counters may still include an expired hold, because the next operation that
// needs its tickets removes it; it is subtracted here. They show everything else at once.
const READ = `
  with s as (select id from sessions where event_id = $1),
  held as (
    select h.*, h.reclaim_at > clock_timestamp() as is_live
    from holds h join s on s.id = h.session_id where h.state = 'held')
  select
    (select json_agg(json_build_object('session', k.session_id, 'pool', k.pool_id, 'places',
       k.sold + k.held - coalesce((
         select sum(h.quantity * case when k.pool_id = t.pool_id then 1 else t.places end)
         from held h join stock t on t.session_id = h.session_id and t.pool_id = h.ticket_type_id
         where not h.is_live and h.session_id = k.session_id
           and k.pool_id in (h.session_id, h.ticket_type_id, t.group_id)), 0)))
     from stock k join s on s.id = k.session_id) as taken,
    (select json_agg(json_build_object('id', h.id, 'browser', h.browser_id,
       'number', h.cart_number, 'session', h.session_id, 'type', h.ticket_type_id,
       'quantity', h.quantity))
     from held h where h.is_live) as held,
    (select json_object_agg(o.id, (
       select count(*) from tickets t where t.order_id = o.id and t.replaced_by is null))
     from orders o where o.event_id = $1) as tickets`

/** Reads the visible state of a world from its database. */
export async function readVisibleState({
  system,
  event,
  buyers,
}: RealWorld): Promise<VisibleState> {
  const [row] = await system.sql<Row>(READ, [event.eventId])
  const placesOf = (session: string, pool: string) =>
    row?.taken?.find((of) => of.session === session && of.pool === pool)?.places ?? Number.NaN
  const isShared = row?.taken?.some(({ pool }) => pool === event.groupId)
  return {
    taken: event.sessionIds.map((session) =>
      [session, ...event.typeIds, ...(isShared ? [event.groupId] : [])].map((pool) =>
        placesOf(session, pool),
      ),
    ),
    held: Object.fromEntries(
      (row?.held ?? []).map(({ id, browser, number, session, type, quantity }) => {
        const buyer = buyers.findIndex((candidate) => candidate.id === browser)
        const place = [event.sessionIds.indexOf(session), event.typeIds.indexOf(type)] as const
        return [nameOf(`${buyer}/${number}`, ...place), { quantity, id }]
      }),
    ),
    tickets: row?.tickets ?? {},
  }
}

/** The first difference between model and database; null if there is none. */
export function differenceOf(model: VisibleState, database: VisibleState): string | null {
  const identified = { ...model, held: withIdsOf(model.held, database.held) }
  const [expected, found] = [identified, database].map(sorted)
  return expected === found ? null : `the model has ${expected}, the database ${found}`
}

/** Takes the ids of a cart's holds from the database, because its answer does not contain them. */
const withIdsOf = (held: VisibleState['held'], from: VisibleState['held']): VisibleState['held'] =>
  Object.fromEntries(
    Object.entries(held).map(([name, hold]) => [
      name,
      { ...hold, id: hold.id ?? from[name]?.id ?? null },
    ]),
  )

const sorted = ({ taken, held, tickets }: VisibleState): string =>
  JSON.stringify({
    taken,
    held: Object.entries(held).sort(),
    tickets: Object.entries(tickets).sort(),
  })
