import type { TestServer } from './server.ts'

export interface Drift {
  session_id: string
  pool_id: string
  held: number
  sold: number
  ledger_held: number
  ledger_sold: number
  hold_rows: number
}

/**
 * Every counter that does not equal the sum of its ledger, or of the holds that should explain it,
 * and every pool beyond its capacity. Empty when all is well.
 */
export const findStockDrift = (server: TestServer): Promise<Drift[]> =>
  server.sql<Drift>(`
    with ledger as (
      select l.session_id, p.pool_id, sum(l.held_delta)::integer as held,
        sum(l.sold_delta)::integer as sold
      from stock_ledger l
      cross join lateral (values (l.session_id), (l.ticket_type_id)) as p(pool_id)
      group by 1, 2),
    rows as (
      select h.session_id, p.pool_id, sum(h.quantity) filter (where h.state = 'held') as held,
        sum(h.quantity) filter (where h.state = 'sold') as sold
      from holds h cross join lateral (values (h.session_id), (h.ticket_type_id)) as p(pool_id)
      group by 1, 2)
    select s.session_id, s.pool_id, s.held, s.sold, coalesce(l.held, 0) as ledger_held,
      coalesce(l.sold, 0) as ledger_sold, coalesce(r.held, 0)::integer as hold_rows
    from stock s
    left join ledger l using (session_id, pool_id)
    left join rows r using (session_id, pool_id)
    where s.held <> coalesce(l.held, 0) or s.sold <> coalesce(l.sold, 0)
      or s.held <> coalesce(r.held, 0) or s.sold <> coalesce(r.sold, 0)
      or s.held + s.sold > s.capacity`)
