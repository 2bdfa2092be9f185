import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Client,
  carts,
  createClient,
  orderChanges,
  orderLookup,
  payments,
} from '@foyer/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainFailure } from '../src/features/event-flow/review/hold-failure.ts'
import { whyNoUpgrades } from '../src/features/order-changes/payment/change-problems.ts'
import { problemOf } from '../src/features/orders/lookup/lookup-problems.ts'
import { setupProblemOf } from '../src/shared/payment/payment-problems.ts'

/*
 * What screens say about answers without a text of ours, as HTTP/1.1 delivers them: each answer has a
 * reason phrase ('Bad Gateway'), which must not stand in for the specification's texts.
 */

const PROXY = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const ID = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'

let answer: { status: number; body: string } = { status: 500, body: '{}' }
const server = createServer((_, response) => {
  response.writeHead(answer.status).end(answer.body)
})
let call: Client

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  call = createClient({ baseUrl: `http://127.0.0.1:${port}`, fetch })
})
afterAll(() => server.close())

const calls = {
  hold: () =>
    call(carts.holdCart, {
      params: { cartId: '12345' },
      body: { eventId: ID, sessionId: ID, tickets: [{ ticketTypeId: ID, quantity: 1 }] },
    }),
  upgradeOptions: () =>
    call(orderChanges.listUpgradeOptions, {
      params: { orderId: ID },
      query: { email: 'ada@example.com' },
    }),
  lookup: () => call(orderLookup.lookUpOrders, { body: { email: 'ada@example.com' } }),
  intent: () =>
    call(payments.createPaymentIntent, {
      body: { amount: 30, currency: 'usd', metadata: { cartId: '12345', eventId: ID } },
    }),
  config: () => call(payments.getPaymentConfig, {}),
}

/** What a call throws that is answered like this. */
async function failureOf(name: keyof typeof calls, status: number, body: string) {
  answer = { status, body }
  return calls[name]().then(
    () => null,
    (error: unknown) => error,
  )
}

it.each([
  ['hold', 500, '{}', 'Failed to create hold: 500'],
  ['hold', 502, PROXY, 'Failed to create hold: 502'],
  ['hold', 409, '{"error":"Only 1 is left.","code":"sold_out"}', 'Only 1 is left.'],
  ['upgradeOptions', 409, '{}', 'No upgrade options are available for this order.'],
  ['upgradeOptions', 409, '{"error":{"message":"Too late."}}', 'Too late.'],
  ['upgradeOptions', 502, PROXY, 'HTTP 502: Bad Gateway'],
  ['lookup', 400, '{}', 'Unable to find orders.'],
  ['lookup', 502, PROXY, 'HTTP 502: Bad Gateway'],
  ['intent', 400, '{"error":"","code":"amount_too_low"}', 'The minimum payment amount is $0.50.'],
  ['intent', 502, PROXY, 'Failed to create payment intent: 502'],
  ['config', 500, '{}', 'Unable to initialize payment processing'],
] as const)('%s, answered with %i %s, says: %s', async (name, status, body, text) => {
  const error = await failureOf(name, status, body)
  const screens = {
    hold: () => explainFailure(error).text,
    upgradeOptions: () => whyNoUpgrades(error),
    lookup: () => problemOf(error).text,
    intent: () => setupProblemOf(error, 'usd').detail ?? setupProblemOf(error, 'usd').message,
    config: () => setupProblemOf(error, 'usd').detail ?? setupProblemOf(error, 'usd').message,
  }
  expect(screens[name]()).toBe(text)
})
