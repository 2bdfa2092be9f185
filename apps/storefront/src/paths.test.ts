import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { aContext } from './fixtures.ts'
import { paths } from './paths.ts'
import { createAppRouter } from './router.tsx'

const EVENT = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'
const TYPE = '3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d'
const search = { date: '2026-11-21', types: `${TYPE}:2` }

const LINKS = {
  eventList: paths.eventList(),
  events: paths.events(),
  event: paths.event(EVENT),
  eventTickets: paths.eventTickets(EVENT, { date: '2026-11-21' }),
  eventTime: paths.eventTime(EVENT, search),
  eventReview: paths.eventReview(EVENT, { ...search, session: TYPE }),
  eventCheckout: paths.eventCheckout(EVENT, { cartId: '12345' }),
  checkout: paths.checkout('12345'),
  orderConfirmation: paths.orderConfirmation(EVENT),
  orderTickets: paths.orderTickets(EVENT, { token: 't' }),
  manageOrders: paths.manageOrders(),
}

function hrefs(base: string) {
  const history = createMemoryHistory({ initialEntries: [`${base}/`] })
  const router = createAppRouter({ ...aContext({}, base), history })
  return Object.entries(LINKS).map(
    ([name, link]) => `${name}: ${router.buildLocation(link).publicHref}`,
  )
}

it('has one address for every screen', () => {
  expect(hrefs('')).toMatchInlineSnapshot(`
    [
      "eventList: /",
      "events: /events-api",
      "event: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "eventTickets: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/tickets?date=2026-11-21",
      "eventTime: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/time?date=2026-11-21&types=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d:2",
      "eventReview: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/addons?date=2026-11-21&types=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d:2&session=3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d",
      "eventCheckout: /events-api/f399c29c-d8ef-4fc1-8e96-adc7a84358d8/checkout?cartId=12345",
      "checkout: /checkout-api/12345",
      "orderConfirmation: /order-confirmation/f399c29c-d8ef-4fc1-8e96-adc7a84358d8",
      "orderTickets: /order-tickets/f399c29c-d8ef-4fc1-8e96-adc7a84358d8?token=t",
      "manageOrders: /manage-order",
    ]
  `)
})

it("puts the tenant's base before every address", () => {
  expect(hrefs('/harbor')).toEqual(hrefs('').map((line) => line.replace(': /', ': /harbor/')))
})
