import { granted, officeSales, sales } from '@foyer/contract'
import { NO_ORDER_LIMITS } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { type Context, isShopStopped } from '../../../context.ts'
import { selectPublishedEvent } from '../../../engine/offers/offers.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { selectEventSale } from '../../../engine/sales/read-sales.ts'
import { serve } from '../../../http/endpoint.ts'
import { createMany, createOne, list, revoke } from './access-codes.ts'
import {
  changeEventSales,
  changeSessionSales,
  changeTypeSales,
  pauseSales,
  resumeSales,
} from './change-sales.ts'
import { enterAccessCode } from './enter-access-code.ts'
import { listSessions, readEventSales } from './office-view.ts'
import { saleReminder } from './sale-reminder.ts'

/** An event without rules of its own. */
const PLAIN_SALE = {
  state: 'on_sale',
  opensAt: null,
  closesAt: null,
  note: null,
  takesCodes: false,
  ...NO_ORDER_LIMITS,
} as const

/** When one may buy: the access codes of buyers, and what the back office sets. */
export function salesRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, sales.getEventSale, {
    handle: async ({ tenant, params: { eventId } }) => {
      const event = await context.db.withTenant(tenant.id, (tx) =>
        selectPublishedEvent(tx, eventId),
      )
      if (!event) return EVENT_NOT_FOUND
      await context.rollups.follow(tenant.id, eventId)
      const isStopped = isShopStopped(context, tenant)
      const sale = await context.db.withTenant(tenant.id, (tx) =>
        selectEventSale(tx, eventId, isStopped),
      )
      return granted(sale ?? { ...PLAIN_SALE, serverTime: context.clock().toISOString() })
    },
  })
  serve(app, context, sales.getSaleReminder, { handle: saleReminder })
  serve(app, context, sales.enterAccessCode, { handle: enterAccessCode })

  serve(app, context, officeSales.getEventSales, {
    handle: async ({ tenant, params: { eventId } }) => {
      const read = () => context.db.withTenant(tenant.id, (tx) => readEventSales(tx, eventId))
      if (!(await read())) return EVENT_NOT_FOUND
      // The rollups of an event that nobody has looked at may be missing.
      await context.rollups.follow(tenant.id, eventId)
      const found = await read()
      return found ? granted(found) : EVENT_NOT_FOUND
    },
  })
  serve(app, context, officeSales.listSessionSales, {
    handle: ({ tenant, params: { eventId }, query }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const event = await tx
          .selectFrom('events')
          .select('id')
          .where('id', '=', eventId)
          .executeTakeFirst()
        return event ? granted(await listSessions(tx, eventId, query)) : EVENT_NOT_FOUND
      }),
  })
  serve(app, context, officeSales.changeEventSales, { handle: changeEventSales })
  serve(app, context, officeSales.changeTypeSales, { handle: changeTypeSales })
  serve(app, context, officeSales.changeSessionSales, { handle: changeSessionSales })
  serve(app, context, officeSales.pauseSales, { handle: pauseSales })
  serve(app, context, officeSales.resumeSales, { handle: resumeSales })
  serve(app, context, officeSales.listAccessCodes, { handle: list })
  serve(app, context, officeSales.createAccessCode, { handle: createOne })
  serve(app, context, officeSales.createAccessCodes, { handle: createMany })
  serve(app, context, officeSales.revokeAccessCode, { handle: revoke })
}
