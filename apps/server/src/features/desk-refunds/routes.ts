import { deskRefunds } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { previewRefund, readRefundable } from './preview-refund.ts'
import { refundAtDesk } from './refund-at-desk.ts'

/** Refunds that the team makes at the order desk. */
export function deskRefundRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, deskRefunds.getRefundable, { handle: readRefundable })
  serve(app, context, deskRefunds.previewRefund, { handle: previewRefund })
  serve(app, context, deskRefunds.refundOrder, { handle: refundAtDesk })
}
