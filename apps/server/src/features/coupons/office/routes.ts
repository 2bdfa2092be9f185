import { officeCoupons } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { serve } from '../../../http/endpoint.ts'
import { changeCode, listCodes } from './codes.ts'
import { addGroup, changeGroup, listGroups } from './groups.ts'
import { addCode, addCodes } from './new-codes.ts'

/** Coupons in the back office. */
export function officeCouponRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, officeCoupons.getCouponGroups, { handle: listGroups })
  serve(app, context, officeCoupons.createCouponGroup, { handle: addGroup })
  serve(app, context, officeCoupons.changeCouponGroup, { handle: changeGroup })
  serve(app, context, officeCoupons.getCouponCodes, { handle: listCodes })
  serve(app, context, officeCoupons.createCouponCode, { handle: addCode })
  serve(app, context, officeCoupons.createCouponCodes, { handle: addCodes })
  serve(app, context, officeCoupons.changeCouponCode, { handle: changeCode })
}
