import { expect, it } from 'vitest'
import { aContext, aTenant } from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'
import { createAppRouter } from '../routes/route-table.ts'
import { FAMILIES, flowOf } from './families.ts'
import { files } from './files.ts'
import { stepAt } from './find-family.ts'
import { liveAddressOf } from './live-address.ts'
import { paths } from './paths.ts'

const EVENT = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'
const TYPE = '3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d'
const search = { date: '2026-11-21', types: `${TYPE}:2` }
const change = { reschedule: 'true', orderId: TYPE }

const LINKS = {
  eventList: paths.eventList(),
  events: paths.events(),
  eventSearch: paths.eventSearch({ q: 'jazz night', day: 'weekend' }),
  searchField: paths.searchField(),
  venue: paths.venue(EVENT),
  event: paths.event(EVENT),
  legacyEvent: paths.legacyEvent(EVENT, change),
  legacyEventTime: paths.legacyEventTime(EVENT, { ...search, ...change }),
  legacyEventTickets: paths.legacyEventTickets(EVENT, { upgrade: 'true', orderId: TYPE }),
  checkout: paths.checkout('12345'),
  order: paths.order(EVENT, { email: 'ada@example.com' }),
  orderConfirmation: paths.orderConfirmation(EVENT),
  orderTickets: paths.orderTickets(EVENT, { token: 't' }),
  manageOrders: paths.manageOrders(),
  allOrders: paths.allOrders(),
  orderChange: paths.orderChange(EVENT, { token: 't' }),
  payChange: paths.payChange(EVENT, { token: 't' }),
  sitePage: paths.sitePage('help'),
  manageOrder: paths.manageOrder(EVENT),
  rescheduleCheckout: paths.rescheduleCheckout(EVENT, TYPE, {
    email: 'ada@example.com',
    priceDifference: '0',
  }),
  upgradeCheckout: paths.upgradeCheckout(EVENT, { upgradeTicketType: TYPE, quantity: '2' }),
}

/** Every step that has an address, in every family. */
const STEPS = FAMILIES.flatMap((family) =>
  family.steps
    .filter(({ suffix }) => suffix !== null)
    .map(
      ({ id }) =>
        [
          `${family.prefix} ${id}`,
          paths.step(flowOf(family, {}), id, EVENT, { date: '2026-11-21' }),
        ] as const,
    ),
)

/** Calls of the API that the browser opens by itself: they have no route. */
const FILES = {
  tickets: files.tickets({ base: '/harbor' }, EVENT, { token: 'a+b' }),
  receipt: files.receipt({ base: '/harbor' }, EVENT, { email: 'ada@example.com' }),
  calendar: files.calendar({ base: '' }, EVENT, { email: 'ada@example.com' }),
  applePass: files.applePass({ base: '' }, EVENT, TYPE, {}),
  liveAvailability: liveAddressOf({ base: '/harbor' }, EVENT),
}

const router = createAppRouter(aContext())
const ALL = [...Object.entries(LINKS), ...STEPS]

it('every link of the storefront has the address that others may have stored', () => {
  const links = [...ALL.map(([name, { to }]) => [name, to]), ...Object.entries(FILES)]
  expect(links.map(([name, to]) => `${name}: ${to}`)).toMatchInlineSnapshot(`
    [
      "eventList: /",
      "events: /events-api",
      "eventSearch: /events?q=jazz%20night&day=weekend",
      "searchField: /events#search",
      "venue: /venues/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "event: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "legacyEvent: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?reschedule=true&orderId=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d",
      "legacyEventTime: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/time?date=2026-11-21&types=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d:2&reschedule=true&orderId=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d",
      "legacyEventTickets: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?upgrade=true&orderId=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d",
      "checkout: /checkout-api/12345",
      "order: /order/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?email=ada%40example.com",
      "orderConfirmation: /order-confirmation/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "orderTickets: /order-tickets/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?token=t",
      "manageOrders: /manage-order",
      "allOrders: /manage-orders",
      "orderChange: /order-change/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?token=t",
      "payChange: /pay-change/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?token=t",
      "sitePage: /pages/help",
      "manageOrder: /manage-order/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "rescheduleCheckout: /reschedule-checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d?email=ada%40example.com&priceDifference=0",
      "upgradeCheckout: /upgrade-checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?upgradeTicketType=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d&quantity=2",
      "/events-api date: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?date=2026-11-21",
      "/events-api tickets: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?date=2026-11-21",
      "/events-api time: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/time?date=2026-11-21",
      "/events-api review: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/addons?date=2026-11-21",
      "/events-api payment: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/checkout?date=2026-11-21",
      "/event date: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?date=2026-11-21",
      "/event tickets: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?date=2026-11-21",
      "/event upsell: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/upsell?date=2026-11-21",
      "/event time: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/time?date=2026-11-21",
      "/event addons: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/addons?date=2026-11-21",
      "/event review: /event/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/checkout?date=2026-11-21",
      "/events date: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?date=2026-11-21",
      "/events tickets: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?date=2026-11-21",
      "/events upsell: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/upsell?date=2026-11-21",
      "/events time: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/time?date=2026-11-21",
      "/events addons: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/addons?date=2026-11-21",
      "/events review: /events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/checkout?date=2026-11-21",
      "/checkout date: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?date=2026-11-21",
      "/checkout tickets: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?date=2026-11-21",
      "/checkout time: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/timeslots?date=2026-11-21",
      "/checkout review: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/review?date=2026-11-21",
      "/checkout payment: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/payment?date=2026-11-21",
      "/checkout confirmation: /checkout/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/confirmation?date=2026-11-21",
      "tickets: /harbor/api/orders/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets.pdf?token=a%2Bb",
      "receipt: /harbor/api/orders/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/receipt.pdf?email=ada%40example.com",
      "calendar: /api/orders/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/calendar.ics?email=ada%40example.com",
      "applePass: /api/orders/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets/3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d/apple-pass",
      "liveAvailability: /harbor/api/events/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/live",
    ]
  `)
})

it.each(ALL)('the link %s has a route that reads its whole address', (_, { to }) => {
  const { route, isClean, to: read } = router.find(to)
  expect(route?.path).not.toBe('/$eventId')
  expect([isClean, read]).toEqual([true, to])
})

it.each(STEPS)('the link %s opens a step of the event flow', (_, { to }) => {
  expect(stepAt(router.find(to).route?.path)).toBeDefined()
})

it("every link of a page begins with the tenant's base", async () => {
  const { html } = await showPage(aContext({}, '/harbor'), '/manage-order')
  const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
  const { organizerAdminUrl } = aTenant()
  expect(links).toContain('/harbor/pages/help')
  expect(
    links.filter((href) => href !== organizerAdminUrl && !href?.startsWith('/harbor/')),
  ).toEqual([])
})
