import { testShop } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { endTest, getTest, startTest } from './test-event.ts'

/** Test orders of an event, in a shop of their own. */
export function testShopRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, testShop.getTest, { handle: getTest })
  serve(app, context, testShop.startTest, { handle: startTest })
  serve(app, context, testShop.endTest, { handle: endTest })
}
