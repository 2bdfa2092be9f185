import type { Cluster } from './cluster.ts'
import type { Sale } from './visit.ts'

const SCARCE_PLACES = 60
const SCARCE_TYPE_PLACES = 90

/**
 * Opens a sale of free tickets: a session that sells out, one with a scarce type, and two without
 * limit. All begin within the hour, so that a server which believed its own clock would close the
 * sale when that jumps ahead.
 */
export async function openSale(cluster: Cluster): Promise<Sale> {
  const types = [1, 2, 3].map(() => ({ priceMinor: 0 }))
  const sale = await cluster.build.event({ capacity: null, sessions: 4, types })
  const [soldOut, scarceType] = sale.sessionIds
  await cluster.sql(
    `update sessions s set starts_at = now() + (30 + n) * interval '1 minute',
       ends_at = now() + interval '2 hours', local_date = current_date
     from unnest($1::uuid[]) with ordinality as asked(id, n) where s.id = asked.id`,
    [sale.sessionIds],
  )
  await cluster.sql('update stock set capacity = $2 where session_id = $1 and pool_id = $1', [
    soldOut,
    SCARCE_PLACES,
  ])
  await cluster.sql('update stock set capacity = $3 where session_id = $1 and pool_id = $2', [
    scarceType,
    sale.typeIds[0],
    SCARCE_TYPE_PLACES,
  ])
  return sale
}
