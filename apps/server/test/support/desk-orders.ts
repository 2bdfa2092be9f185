import { type BuiltEvent, buy, type EventPlan, type TestServer } from '@foyer/testkit'
import { atDesk } from './desk.ts'
import type { TestPerson } from './staff.ts'

/** Orders that the desk changes for their buyers, and the calls that it makes. */
export function deskOrders(server: TestServer) {
  return {
    /** Two tickets at 30.00; the second session costs as much, the third 10.00 more. */
    async bought(plan: EventPlan = {}) {
      const event = await server.build.event({
        sessions: 3,
        types: [{ dynamicMinor: 3000 }, { name: 'Front Row', dynamicMinor: 5000 }],
        ...plan,
      })
      const [here = '', same = '', dearer = ''] = event.sessionIds
      await server.sql(
        'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
        [dearer, event.typeId],
      )
      const browser = server.browser()
      const { body } = await buy(browser, event)
      const orderId: string = body.orderId
      return { event, browser, orderId, here, same, dearer }
    },

    ticketsOf: (orderId: string) =>
      server.sql<{ id: string; session_id: string; ticket_type_id: string; price_minor: number }>(
        `select id, session_id, ticket_type_id, price_minor from tickets
         where order_id = $1 and status = 'VALID' order by number`,
        [orderId],
      ),

    to: (newSessionId: string, ticketIds?: string[]) => ({
      type: 'reschedule',
      newSessionId,
      ticketIds,
    }),

    upgrade: ({ typeIds }: BuiltEvent, ticketIds: string[]) => ({
      type: 'upgrade',
      newTicketTypeId: typeIds[1],
      ticketIds,
    }),

    changeBy:
      (by: TestPerson) =>
      (
        orderId: string,
        change: object,
        { due = 0, refund = 0, reason = 'They asked.' as string | undefined } = {},
      ) =>
        atDesk(by, 'POST', `/orders/${orderId}/changes`, {
          change,
          shown: { dueMinor: due, refundMinor: refund },
          reason,
        }),

    async actsOf(orderId: string) {
      const rows = await server.sql<{ action_type: string; person_id: string }>(
        'select action_type, person_id from audit_log where entity_id = $1 order by id',
        [orderId],
      )
      return rows.map(({ action_type, person_id }) => [action_type, person_id])
    },
  }
}
