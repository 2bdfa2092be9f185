import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { changing, eventParams, reading } from './office-catalog.ts'

/**
 * Test orders: a copy of an event in a shop of its own, where everything works as for buyers and nothing
 * counts. No real money is ever taken there.
 */

const testOfEvent = z.object({
  /** False: the installation has no keys for test payments, so only what costs nothing can be had. */
  takesCards: z.boolean(),
  /** Null: the event is not being tested. */
  copy: z.nullable(
    z.object({
      /** Its page. Anybody with the address can order there. */
      url: z.string(),
      /** The copy has what the event had then. */
      madeAt: instant,
      orders: z.int(),
    }),
  ),
})
export type TestOfEvent = z.output<typeof testOfEvent>

const PATH = '/api/admin/events/:eventId/test'

export const testShop = {
  getTest: endpoint({
    ...reading,
    path: PATH,
    summary: 'Whether an event is being tested, and where',
    params: eventParams,
    output: testOfEvent,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  startTest: endpoint({
    ...changing,
    method: 'POST',
    path: PATH,
    summary:
      'Copies an event, published or not, into the test shop, on sale at once; replaces the copy that was there',
    params: eventParams,
    // It copies thousands of rows.
    isLong: true,
    output: testOfEvent,
    errors: [...STAFF_ERRORS, 'event_not_found', 'sales_paused'],
  }),
  endTest: endpoint({
    ...changing,
    method: 'DELETE',
    path: PATH,
    summary: 'Takes the copy of an event off sale; test orders of it keep their pages',
    params: eventParams,
    output: testOfEvent,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
} as const
