import { BUYER, buy, createIntent, holdCart, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { forgetProviderEvents } from '../src/features/payments/webhooks/work-provider-events.ts'
import { forgetContacts } from '../src/jobs/forget-contacts.ts'
import { expireHolds } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Data that is no longer needed is deleted. */
const server = serverForTests({ jobs: false })

const forget = () => forgetContacts(server.foyer.context, defaultTenantOf(server))
const contacts = async () => (await server.sql('select cart_id from cart_contacts')).length
const aDayPasses = () =>
  server.sql(`update cart_contacts set created_at = created_at - interval '25 hours'`)

test('the contact of a cart is deleted a day after its purchase', async () => {
  const browser = server.browser()
  const event = await server.build.event()
  await holdCart(browser, event)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await buy(browser, event)
  await forget()
  expect(await contacts()).toBe(1)
  await aDayPasses()
  await forget()
  expect(await contacts()).toBe(0)
})

test('the contact of a cart is not deleted while its tickets are held or its payment is in progress', async () => {
  const browser = server.browser()
  const event = await server.build.event()
  await holdCart(browser, event)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await aDayPasses()
  await forget()
  expect(await contacts()).toBe(1)
  await createIntent(browser)
  await expireHolds(server, event.sessionId)
  await server.sql(`update holds set state = 'expired' where session_id = $1`, [event.sessionId])
  await forget()
  expect(await contacts()).toBe(1)
  await server.sql(`update payments set state = 'canceled' where event_id = $1`, [event.eventId])
  await forget()
  expect(await contacts()).toBe(0)
})

test('a contact that is given again for the same cart number is deleted a day after that', async () => {
  const browser = server.browser()
  const event = await server.build.event()
  await holdCart(browser, event)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await aDayPasses()
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await browser.send('DELETE', '/api/checkout/holds/cart/12345')
  await forget()
  expect(await contacts()).toBe(1)
  await aDayPasses()
  await forget()
  expect(await contacts()).toBe(0)
})

test('webhook events are deleted when the provider would not send them again, even if they failed', async () => {
  await server.sql(
    `insert into provider_events (id, type, state, received_at)
     select state || age, 'x', state, now() - age * interval '1 day'
     from unnest(array['queued', 'done', 'ignored', 'failed']) state, unnest(array[39, 41]) age`,
  )
  await forgetProviderEvents(server.foyer.context)
  const kept = await server.sql<{ id: string }>('select id from provider_events order by id')
  expect(kept.map(({ id }) => id)).toEqual([
    'done39',
    'failed39',
    'ignored39',
    'queued39',
    'queued41',
  ])
})
