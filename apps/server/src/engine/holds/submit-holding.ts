import type { ErrorCode, Result } from '@foyer/contract'
import type { Context } from '../../context.ts'
import type { Holder } from '../../limits/held-tickets.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { HoldAllowance } from './hold-allowance.ts'

/**
 * Submits an operation that changes how many tickets its client holds. If the operation is refused,
 * its count towards the client's limit is taken back.
 */
export async function submitHolding<T, C extends ErrorCode>(
  { lanes, limits }: Pick<Context, 'lanes' | 'limits'>,
  holder: Holder,
  makeOp: (allowance: HoldAllowance) => LaneOp<T, C>,
): Promise<Result<T, C | 'busy'>> {
  const allowance = limits.heldTickets.allowanceFor(holder)
  const answer = await lanes.submit(holder.tenantId, makeOp(allowance), holder.network)
  allowance.settle(answer.ok)
  return answer
}
