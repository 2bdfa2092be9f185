import { disruptions } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { answerDisruption } from './answer-disruption.ts'
import { listDisruptions } from './list-disruptions.ts'

export function disruptionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, disruptions.listDisruptions, { handle: listDisruptions })
  serve(app, context, disruptions.answerDisruption, { handle: answerDisruption })
}
