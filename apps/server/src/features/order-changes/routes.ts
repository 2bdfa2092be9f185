import { orderChanges } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { quoteRescheduleOfOrder, quoteUpgradesOfOrder } from './quote-changes.ts'
import { rescheduleOrder } from './reschedule-order.ts'

export function orderChangeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, orderChanges.rescheduleOrder, { handle: rescheduleOrder })
  serve(app, context, orderChanges.quoteReschedule, { handle: quoteRescheduleOfOrder })
  serve(app, context, orderChanges.quoteUpgrades, { handle: quoteUpgradesOfOrder })
}
