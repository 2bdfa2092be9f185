import { deskChanges } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { quoteCancellationOfOrder } from './cancel-order.ts'
import { cancelAtDesk, changeAtDesk, openOrderOf } from './change-at-desk.ts'
import { listUpgradeOptions } from './list-upgrade-options.ts'
import { quoteRescheduleOfOrder } from './quote-changes.ts'
import { rescheduleOptions } from './reschedule-options.ts'
import { withdrawChange } from './withdraw-change.ts'

/** Changes that the team makes for buyers, by the functions that answer the buyers themselves, whatever their policy says. */
export function deskChangeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, deskChanges.listDeskTimes, {
    handle: async (call) =>
      (await openOrderOf(call))
        ? rescheduleOptions(call, call.params.orderId, 'organizer')
        : ORDER_NOT_FOUND,
  })
  serve(app, context, deskChanges.quoteDeskTime, {
    handle: async (call) =>
      (await openOrderOf(call))
        ? quoteRescheduleOfOrder(call, call.params.orderId, 'organizer')
        : ORDER_NOT_FOUND,
  })
  serve(app, context, deskChanges.listDeskUpgrades, {
    handle: async (call) =>
      (await openOrderOf(call))
        ? listUpgradeOptions(call, call.params.orderId, 'organizer')
        : ORDER_NOT_FOUND,
  })
  serve(app, context, deskChanges.quoteDeskCancellation, {
    handle: async (call) =>
      (await openOrderOf(call))
        ? quoteCancellationOfOrder(call, call.params.orderId, 'organizer')
        : ORDER_NOT_FOUND,
  })
  serve(app, context, deskChanges.changeAtDesk, { handle: changeAtDesk })
  serve(app, context, deskChanges.withdrawChange, { handle: withdrawChange })
  serve(app, context, deskChanges.cancelAtDesk, { handle: cancelAtDesk })
}
