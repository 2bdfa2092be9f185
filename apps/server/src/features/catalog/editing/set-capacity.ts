import type { Result } from '@foyer/contract'
import type { Lanes } from '../../../engine/lanes/lanes.ts'
import { invalidField } from '../../../engine/refusals.ts'
import {
  type CapacityCode,
  type PoolRef,
  setCapacityOp,
} from '../../../engine/stock/set-capacity.ts'

/**
 * Changes the capacity of a session, of one ticket type in it, or of an add-on with a stock; null
 * is without limit. It is an operation of the lanes with a transaction of its own: a capacity is
 * never below what is held and sold.
 */
export async function setCapacity(
  lanes: Pick<Lanes, 'submit'>,
  tenantId: number,
  pool: PoolRef,
  capacity: number | null,
): Promise<Result<null, CapacityCode | 'busy'>> {
  if (capacity !== null && (!Number.isInteger(capacity) || capacity < 0)) {
    return invalidField('capacity', 'Must be a whole number from 0')
  }
  return lanes.submit(tenantId, setCapacityOp(pool, capacity))
}
