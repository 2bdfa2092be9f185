import { findStockDrift, holdCart, startTestServer, type TestServer, buy, BUYER, createIntent } from '@foyer/testkit'
import { afterAll, beforeAll, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import http from 'node:http'

let server: TestServer
beforeAll(async () => { server = await startTestServer() })
afterAll(() => server.close())
const log = (...a: unknown[]) => console.log(...a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)))

test('probe', async () => {
  const event = await server.build.event({ capacity: 10, sessions: 2 })
  const b = server.browser()
  log('year0', (await b.send('GET', `/api/price/daily?eventId=${event.eventId}&date=0000-01-01`)).body)
  log('year0 quote', (await b.send('POST', `/api/quote`, {eventId: event.eventId, date: '0000-01-01', tickets:[{ticketTypeId: event.typeId, quantity: 1}]})).body)
  await holdCart(b, event)
  log('surrogate', (await b.send('POST', `/api/checkout/carts/12345/payment`, { ...BUYER, contact: {...BUYER.contact, firstName: '\ud800'} })).body)
  log('delete json ct', (await b.send('DELETE', `/api/checkout/holds/cart/12345`, undefined, {'content-type':'application/json'})).body)
  log('pct', (await b.send('GET', `/api/events/%ZZ`)).body)
  log('longparam', (await b.send('GET', `/api/events/${'a'.repeat(1000)}`)))
  try { log('long url', (await b.send('GET', `/api/events?x=${'a'.repeat(20000)}`))) } catch (e) { log('long', String(e)) }
  log('x', await b.send('PATCH', '/api/events'))
  log('x', await b.send('GET', '/nope'))
  log('post text', (await b.send('POST', '/api/quote', 'hello', {'content-type': 'text/plain'})).body)
  log('post xml', (await b.send('POST', '/api/quote', '<a/>', {'content-type': 'application/xml'})).body)
  log('413', (await b.send('POST', '/api/quote', JSON.stringify({a:'x'.repeat(70000)}))))
  // host header
  try {
    const r = await b.fetch('/api/tenant', { headers: { host: 'nope.example.com' } })
    log('host', r.status, await r.text())
  } catch (e) { log('host err', String(e)) }
  log('proto', (await b.send('POST', '/api/quote', '{"__proto__":{"a":1}}')).body)
  log('deep', (await b.send('POST', '/api/quote', '['.repeat(30000) + ']'.repeat(30000))).body)
})
test('cross session replay', async () => {
  const event = await server.build.event({ capacity: 10, sessions: 2 })
  const [s1, s2] = event.sessionIds
  const cart = { id: randomUUID(), browserId: randomUUID(), number: '12345' }
  const lanes = server.foyer.context.lanes
  const op = (request: {key:string,hash:string}|null, q=2) => ({ kind: 'hold-cart' as const, cart, eventId: event.eventId, tickets: [{ ticketTypeId: event.typeId, quantity: q }], addOns: [], request })
  const other = { id: randomUUID(), browserId: randomUUID(), number: '12345' }
  await lanes.submit(1, s2!, { ...op(null, 8), cart: other })
  log(await lanes.submit(1, s1!, op({ key: 'k', hash: 'h1' })))
  log(await Promise.all([
    lanes.submit(1, s2!, op({ key: 'k', hash: 'h2' })),
    lanes.submit(1, s2!, { kind: 'release', cartId: cart.id }),
  ]))
  log(await server.sql('select * from stock'))
  log('drift', await findStockDrift(server))
})
test('guess', async () => {
  const event = await server.build.event()
  const order = await buy(server.browser(), event)
  const s = server.browser()
  const codes: Record<string, number> = {}
  for (let i = 0; i < 80; i++) { const r = await s.send('GET', `/api/orders/${order.body.id}?e%6Dail=ada@example.com`); codes[r.status] = (codes[r.status] ?? 0) + 1 }
  log('guess', codes)
  const b = server.browser(); 
  await holdCart(b, event)
  const all = await Promise.all(Array.from({length: 20}, () => createIntent(b)))
  log(all.map(a => a.status), new Set(all.map(a => a.body.paymentIntentId)).size)
})
