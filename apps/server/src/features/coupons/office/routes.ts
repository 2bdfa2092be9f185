import { couponReports, officeCoupons, officeRules, ruleSimulator } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { serve } from '../../../http/endpoint.ts'
import { addRule, changeRule } from './change-rules.ts'
import { listEvents, listOrders, listTicketTypes } from './choices.ts'
import { changeCode, listCodes } from './codes.ts'
import { addGroup, changeGroup, listGroups } from './groups.ts'
import { addCode, addCodes } from './new-codes.ts'
import { listRules } from './read-rules.ts'
import { readWarnings } from './read-warnings.ts'
import { exportReport, getReport } from './report.ts'
import { simulateCart } from './simulate-cart.ts'
import { simulateOrder } from './simulate-order.ts'

/** Coupons and checkout rules in the back office. */
export function officeCouponRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, officeCoupons.getCouponGroups, { handle: listGroups })
  serve(app, context, officeCoupons.createCouponGroup, { handle: addGroup })
  serve(app, context, officeCoupons.changeCouponGroup, { handle: changeGroup })
  serve(app, context, officeCoupons.getCouponCodes, { handle: listCodes })
  serve(app, context, officeCoupons.createCouponCode, { handle: addCode })
  serve(app, context, officeCoupons.createCouponCodes, { handle: addCodes })
  serve(app, context, officeCoupons.changeCouponCode, { handle: changeCode })
  serve(app, context, officeRules.getCheckoutRules, { handle: listRules })
  serve(app, context, officeRules.createCheckoutRule, { handle: addRule })
  serve(app, context, officeRules.changeCheckoutRule, { handle: changeRule })
  serve(app, context, ruleSimulator.getRuleWarnings, { handle: readWarnings })
  serve(app, context, ruleSimulator.simulateCart, { handle: simulateCart })
  serve(app, context, ruleSimulator.simulateOrder, { handle: simulateOrder })
  serve(app, context, couponReports.getCouponReport, { handle: getReport })
  serve(app, context, couponReports.exportCouponReport, { handle: exportReport })
  serve(app, context, officeRules.getEvents, { handle: listEvents })
  serve(app, context, officeRules.getTicketTypes, { handle: listTicketTypes })
  serve(app, context, officeRules.getOrders, { handle: listOrders })
}
