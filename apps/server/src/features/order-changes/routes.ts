import { offeredChanges, orderChanges } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { cancelOrder, quoteCancellationOfOrder } from './cancel-order.ts'
import { listUpgradeOptions } from './list-upgrade-options.ts'
import { payChange, rescheduleOrder, upgradeOrder } from './make-change.ts'
import { finishOfferedChange, getOfferedChange, payOfferedChange } from './pay-offered-change.ts'
import { quoteRescheduleOfOrder } from './quote-changes.ts'
import { rescheduleOptions } from './reschedule-options.ts'

export function orderChangeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, orderChanges.payChange, { handle: payChange })
  serve(app, context, orderChanges.rescheduleOrder, { handle: rescheduleOrder })
  serve(app, context, orderChanges.upgradeOrder, { handle: upgradeOrder })
  serve(app, context, orderChanges.quoteCancellation, {
    handle: (call) => quoteCancellationOfOrder(call, call.principal.row.id, 'buyer'),
  })
  serve(app, context, orderChanges.cancelOrder, { handle: cancelOrder })
  serve(app, context, orderChanges.getRescheduleOptions, {
    handle: (call) => rescheduleOptions(call, call.principal.row.id, 'buyer'),
  })
  serve(app, context, orderChanges.quoteReschedule, {
    handle: (call) => quoteRescheduleOfOrder(call, call.principal.row.id, 'buyer'),
  })
  serve(app, context, offeredChanges.getOfferedChange, { handle: getOfferedChange })
  serve(app, context, offeredChanges.payOfferedChange, { handle: payOfferedChange })
  serve(app, context, offeredChanges.finishOfferedChange, { handle: finishOfferedChange })
  serve(app, context, orderChanges.listUpgradeOptions, {
    handle: (call) => listUpgradeOptions(call, call.principal.row.id, 'buyer'),
  })
}
