import type { WriteStatement } from '../lanes/statements.ts'
import type { StockBook } from './stock-book.ts'
import type { CapacityChange } from './stock-types.ts'

// A capacity is raised before the counters change and lowered afterwards, so that no counter is
// above its capacity in between (stock_never_oversold).
const RESIZE_POOLS = `
  with resized as (
    update stock s set capacity = ($2::jsonb -> (s.session_id || '/' || s.pool_id) ->> 'capacity')::integer
    where s.tenant_id = $1 and s.session_id = any($3::uuid[])
      and $2::jsonb ? (s.session_id || '/' || s.pool_id)
    returning 1)
  select require_all(count(*), $4) from resized`

type CapacityStatement = WriteStatement<{ stock: ReturnType<StockBook['rows']> }>

export const RAISE_CAPACITIES: CapacityStatement = {
  name: 'lane_raise_capacity',
  text: RESIZE_POOLS,
  values: ({ stock }) => resizedOf(stock.capacities.filter(isRaised)),
}

export const LOWER_CAPACITIES: CapacityStatement = {
  name: 'lane_lower_capacity',
  text: RESIZE_POOLS,
  values: ({ stock }) => resizedOf(stock.capacities.filter((change) => !isRaised(change))),
}

const isRaised = ({ before, capacity }: CapacityChange): boolean =>
  before !== null && (capacity === null || capacity > before)

const resizedOf = (changes: readonly CapacityChange[]) =>
  changes.length > 0
    ? [
        JSON.stringify(
          Object.fromEntries(
            changes.map(({ sessionId, poolId, capacity }) => [
              `${sessionId}/${poolId}`,
              { capacity },
            ]),
          ),
        ),
        [...new Set(changes.map(({ sessionId }) => sessionId))],
        changes.length,
      ]
    : null
