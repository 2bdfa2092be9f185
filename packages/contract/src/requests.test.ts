import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { api, type Endpoint } from './index.ts'
import { installMessages } from './messages.ts'

/*
 * Requests with the fields of the specification's calls are accepted, and arrive as the handler
 * reads them. A malformed value is refused with the name of its field. Single fields are tested in
 * `fields.test.ts`.
 */

beforeAll(installMessages)

const EVENT = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'
const SESSION = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a02'
const TYPE = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a03'
const ADD_ON = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a04'
const ORDER = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a05'

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+1 555 0100',
}
const address = { city: 'New York', state: 'NY', zipCode: '10001', country: 'US' }

type Part = 'params' | 'query' | 'body'

function schemaOf(endpoint: Endpoint, part: Part): z.ZodMiniType {
  const schema = endpoint[part]
  if (!schema) throw new Error(`${endpoint.path} has no ${part}`)
  return schema
}

/** Each complaint as 'field: message'; empty if the value passes. */
function complaints(endpoint: Endpoint, part: Part, value: unknown): string[] {
  const result = schemaOf(endpoint, part).safeParse(value)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const read = (endpoint: Endpoint, part: Part, value: unknown) =>
  schemaOf(endpoint, part).parse(value)

describe('holding a cart', () => {
  const hold = {
    eventId: EVENT,
    sessionId: SESSION,
    tickets: [{ ticketTypeId: TYPE, quantity: 2 }],
  }

  test('needs no add-ons, and a cart without them has an empty list', () => {
    expect(read(api.holdCart, 'body', hold)).toEqual({ ...hold, addOns: [] })
  })

  test('accepts a type in two sessions, but not twice in one', () => {
    const line = { ticketTypeId: TYPE, quantity: 1 }
    const elsewhere = { ...line, sessionId: ADD_ON }
    expect(complaints(api.holdCart, 'body', { ...hold, tickets: [line, elsewhere] })).toEqual([])
    // The second line names the session that the first one has from the cart.
    const named = { ...line, sessionId: SESSION }
    expect(complaints(api.holdCart, 'body', { ...hold, tickets: [line, named] })).toEqual([
      'tickets: Each ticket type may stand in one line of a session only',
    ])
  })

  test.each([
    ['without tickets', { ...hold, tickets: [] }, 'tickets'],
    ['without a session', { eventId: EVENT, tickets: hold.tickets }, 'sessionId'],
    [
      'with a type that is no id',
      { ...hold, tickets: [{ ticketTypeId: 'GA', quantity: 1 }] },
      'tickets.0.ticketTypeId',
    ],
    [
      'with half a ticket',
      { ...hold, tickets: [{ ticketTypeId: TYPE, quantity: 0.5 }] },
      'tickets.0.quantity',
    ],
    [
      'with no ticket of a type',
      { ...hold, tickets: [{ ticketTypeId: TYPE, quantity: 0 }] },
      'tickets.0.quantity',
    ],
    [
      'with an add-on twice',
      { ...hold, addOns: [ADD_ON, ADD_ON].map((addOnId) => ({ addOnId, quantity: 1 })) },
      'addOns',
    ],
    ['that is a list', [], ''],
    ['that is nothing', null, ''],
  ])('is refused %s, with the name of the field', (_, body, field) => {
    const [first = ''] = complaints(api.holdCart, 'body', body)
    expect(first.split(':')[0]).toBe(field)
  })

  test.each(['1234', '09999', '100000', '12a45', '', 'abc', '-1234', '1e4'])(
    'is refused for the cart number %j',
    (cartId) => {
      expect(complaints(api.holdCart, 'params', { cartId })).toEqual([
        'cartId: Must be a number from 10000 to 99999',
      ])
    },
  )
})

describe('a payment intent', () => {
  const intent = { amount: 34.98, metadata: { cartId: '12345' } }

  test('needs only the fields that the specification requires, and is in dollars by default', () => {
    expect(read(api.createPaymentIntent, 'body', intent)).toEqual({ ...intent, currency: 'usd' })
  })

  test('accepts every field that the specification sends, empty ones included', () => {
    const body = {
      ...intent,
      currency: 'EUR',
      metadata: { cartId: 12_345, eventId: EVENT },
      billingEmail: ' Ada@Example.com ',
      quantity: 2,
      ticketQuantities: { [TYPE]: 2, [ADD_ON]: 0 },
      sessionId: null,
      promoCode: '',
      ticketTypeId: '',
    }
    expect(read(api.createPaymentIntent, 'body', body)).toMatchObject({
      currency: 'eur',
      metadata: { cartId: '12345', eventId: EVENT },
      billingEmail: 'ada@example.com',
      promoCode: '',
      ticketTypeId: '',
    })
  })

  test.each([
    ['no amount', { metadata: { cartId: '12345' } }, 'amount: Required'],
    ['an amount as text', { ...intent, amount: '34.98' }, 'amount: Expected number'],
    ['no cart', { amount: 1, metadata: {} }, 'metadata.cartId: Required'],
    ['no metadata', { amount: 1 }, 'metadata: Required'],
    [
      'a quantity below 0',
      { ...intent, ticketQuantities: { [TYPE]: -1 } },
      `ticketQuantities.${TYPE}: Number must be greater than or equal to 0`,
    ],
    ['what is no address', { ...intent, billingEmail: 'ada' }, 'billingEmail: Invalid email'],
  ])('is refused with %s', (_, body, complaint) => {
    expect(complaints(api.createPaymentIntent, 'body', body)).toEqual([complaint])
  })
})

describe('an order', () => {
  const order = {
    cartId: '12345',
    eventId: EVENT,
    ...contact,
    billingAddress: { ...address, address1: '1 Main Street' },
    paymentIntentId: 'pi_1',
    totalAmount: 75.96,
    subtotal: 69.97,
    fee_amount: 5.99,
    fee_details: [{ name: 'Service fee', amount: 5.99 }],
    selectedDate: '2026-12-04',
    sessionId: SESSION,
    paymentMethod: 'stripe',
    status: 'PAID',
    tickets: [{ anything: 'at all' }],
  }

  test('accepts every field that the specification sends', () => {
    expect(read(api.createOrder, 'body', order)).toMatchObject({ cartId: '12345', status: 'PAID' })
  })

  test('of a free cart has no payment and no amounts', () => {
    const { paymentIntentId: _, totalAmount: __, subtotal: ___, fee_amount: ____, ...free } = order
    expect(complaints(api.createOrder, 'body', free)).toEqual([])
    expect(complaints(api.createOrder, 'body', { ...free, paymentIntentId: null })).toEqual([])
  })

  test('names every missing field at once', () => {
    const missing = complaints(api.createOrder, 'body', {})
    const fields = missing.map((complaint) => complaint.split(':')[0])
    expect(fields).toEqual(expect.arrayContaining(['cartId', 'eventId', 'email', 'firstName']))
  })

  test.each([
    [
      'a day that does not exist',
      { selectedDate: '2026-02-30' },
      'selectedDate: Must be a date like 2026-11-21',
    ],
    [
      'a total below 0',
      { totalAmount: -1 },
      'totalAmount: Number must be greater than or equal to 0',
    ],
    [
      'a name with a control character',
      { firstName: 'Ada\u0007' },
      'firstName: Must not contain control characters',
    ],
    ['a blank name', { firstName: '  ' }, 'firstName: String must contain at least 1 character(s)'],
  ])('is refused with %s', (_, change, complaint) => {
    expect(complaints(api.createOrder, 'body', { ...order, ...change })).toEqual([complaint])
  })

  test('a request to send the confirmation again needs the address or the link', () => {
    const send = (body: object) => complaints(api.sendConfirmation, 'body', body)
    expect(send({ orderId: ORDER, email: 'ada@example.com' })).toEqual([])
    expect(send({ orderId: ORDER, token: 'signed' })).toEqual([])
    expect(
      send({ orderId: ORDER, email: 'ada@example.com', customerName: null, cartData: {} }),
    ).toEqual([])
    expect(send({ orderId: ORDER })).toEqual(['email: Required'])
    expect(send({ orderId: ORDER, email: '' })).toEqual(['email: Invalid email'])
  })
})

describe('changing an order', () => {
  test('a reschedule names the session, and may have a reason or none', () => {
    const reschedule = (change: object) =>
      complaints(api.rescheduleOrder, 'body', {
        newSessionId: SESSION,
        customerEmail: 'ada@example.com',
        ...change,
      })
    expect(reschedule({})).toEqual([])
    expect(reschedule({ reason: '' })).toEqual([])
    expect(reschedule({ reason: null })).toEqual([])
    expect(reschedule({ reason: 'a'.repeat(1001) })).toEqual([
      'reason: String must contain at most 1000 character(s)',
    ])
    expect(reschedule({ newSessionId: 'tomorrow' })).toEqual([
      expect.stringMatching(/^newSessionId/),
    ])
  })

  test('the tickets to upgrade are a list of at most 200 ids', () => {
    const wrong = (ticketIds: string) => complaints(api.listUpgradeOptions, 'query', { ticketIds })
    expect(complaints(api.listUpgradeOptions, 'query', {})).toEqual([])
    expect(wrong(`${TYPE},${EVENT}`)).toEqual([])
    for (const list of ['', 'tomorrow', `${TYPE},`, `${TYPE};${EVENT}`]) {
      expect(wrong(list)).toEqual([expect.stringMatching(/^ticketIds/)])
    }
    expect(wrong(Array(201).fill(TYPE).join())).toEqual([expect.stringMatching(/^ticketIds/)])
  })
})

describe('the stored selection', () => {
  test('a quantity of 0 removes a line, and is refused for a new one', () => {
    expect(complaints(api.updateCartItem, 'body', { quantity: 0 })).toEqual([])
    const added = { eventId: EVENT, ticketTypeId: TYPE, quantity: 0 }
    expect(complaints(api.addCartItem, 'body', added)).toEqual([
      'quantity: Number must be greater than or equal to 1',
    ])
  })
})

describe('searching', () => {
  const search = (query: object) => complaints(api.searchEvents, 'query', query)

  test('needs no parameter, and accepts a blank query', () => {
    expect(search({})).toEqual([])
    expect(search({ q: '' })).toEqual([])
    expect(
      search({ q: '  harbor ', category: 'music', city: 'Zürich', sort: 'date', when: 'all' }),
    ).toEqual([])
  })

  test('accepts a range of one day, and refuses one that ends before it begins', () => {
    expect(search({ from: '2026-12-04', to: '2026-12-04' })).toEqual([])
    expect(search({ from: '2026-12-04' })).toEqual([])
    expect(search({ from: '2026-12-04', to: '2026-12-03' })).toEqual([
      'to: Must not be before the first day',
    ])
  })

  test.each([
    ['maxPrice', '25.5', null],
    ['maxPrice', '0', null],
    ['maxPrice', '25.555', 'maxPrice'],
    ['maxPrice', '-5', 'maxPrice'],
    ['maxPrice', 'free', 'maxPrice'],
    ['maxPrice', '1e9', 'maxPrice'],
    ['offset', '12', null],
    ['offset', '1.5', 'offset'],
    ['offset', '9999999', 'offset'],
    ['limit', '-1', 'limit'],
    ['category', 'juggling', 'category'],
    ['sort', 'random', 'sort'],
    ['when', 'never', 'when'],
  ])('%s=%s', (name, value, refused) => {
    const fields = search({ [name]: value }).map((complaint) => complaint.split(':')[0])
    expect(fields).toEqual(refused === null ? [] : [refused])
  })
})

describe('what a client may leave out', () => {
  test('a list of ticket types needs an event or a group', () => {
    const list = (query: object) => complaints(api.listTicketTypes, 'query', query)
    expect(list({ eventId: EVENT })).toEqual([])
    expect(list({ ticketGroupId: EVENT })).toEqual([])
    expect(list({})).toEqual(['eventId: Required'])
  })

  test('a coupon code is trimmed, and is never empty', () => {
    expect(read(api.applyCoupon, 'body', { code: ' harbor ' })).toEqual({ code: 'harbor' })
    expect(complaints(api.applyCoupon, 'body', { code: ' ' })).toEqual([
      'code: String must contain at least 1 character(s)',
    ])
  })

  test('a contact is stored with a country, the United States unless it names one', () => {
    const { country: _, ...domestic } = { ...address, address: '1 Main Street' }
    expect(read(api.startPayment, 'body', { contact, billingAddress: domestic })).toMatchObject({
      billingAddress: { country: 'US' },
    })
    const abroad = { ...domestic, country: 'pt' }
    expect(read(api.startPayment, 'body', { contact, billingAddress: abroad })).toMatchObject({
      billingAddress: { country: 'PT' },
    })
  })
})
