import type { ChangeParams } from '@foyer/contract'
import type { ChangeRequest } from '../../engine/orders/plan-change.ts'

/** A change as the contract names it, as the engine plans it. */
export const changeRequest = (change: ChangeParams): ChangeRequest =>
  change.type === 'reschedule'
    ? {
        kind: 'reschedule',
        ticketIds: change.ticketIds ?? null,
        toSessionId: change.newSessionId,
      }
    : { kind: 'upgrade', ticketIds: change.ticketIds, toTypeId: change.newTicketTypeId }
