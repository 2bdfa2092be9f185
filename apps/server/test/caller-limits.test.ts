import { createHash } from 'node:crypto'
import { HOLD, STREAM } from '@foyer/contract'
import { type BuiltEvent, holdCart, orderBody, serverForTests, until } from '@foyer/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'

const LIFTED = { limitFactor: Number.POSITIVE_INFINITY }
const PARTY = 8

/** Behind a proxy, so that each request may come from an address of its own. */
const proxied = { jobs: false, publicUrl: 'https://tickets.example' } as const
const server = serverForTests(proxied)
const lifted = serverForTests({ ...proxied, bounds: LIFTED })

const from = (address: string) => ({
  host: 'tickets.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': address,
})

/**
 * Holds a party of eight for each of `count` new browsers at one address; returns the tickets held.
 */
async function holdAll(at: typeof server, event: BuiltEvent, address: string, browsers: number) {
  const answers = await Promise.all(
    times(browsers, () => holdCart(at.browser(from(address)), event, '12345', PARTY)),
  )
  const granted = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status }) => status !== 201)
  return { held: granted * PARTY, refused }
}

describe('tickets that one network holds at a time', () => {
  let event: BuiltEvent
  beforeEach(async () => {
    event = await server.build.event({ capacity: 800 })
  })
  const share = 800 * HOLD.held.shareOfSession

  test('are limited to a share of a session, and other networks are not affected', async () => {
    const { held, refused } = await holdAll(server, event, '192.0.2.1', 40)
    expect(held).toBe(share)
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([429, 'too_many_held'])
    }
    expect((await holdAll(server, event, '192.0.2.2', 1)).held).toBe(PARTY)
  })

  test('are unlimited if the limit is lifted: one network holds everything (control)', {
    tags: ['night'],
  }, async () => {
    const all = await lifted.build.event({ capacity: 160 })
    expect((await holdAll(lifted, all, '192.0.2.1', 20)).held).toBe(160)
  })

  test('are limited for an event, over all its sessions', async () => {
    const wide = await server.build.event({ capacity: 3000, sessions: 3 })
    const holdIn = (sessionId: string) =>
      holdAll(server, { ...wide, sessionId }, '192.0.2.3', 30).then(({ held }) => held)
    let held = 0
    for (const sessionId of wide.sessionIds) held += await holdIn(sessionId)
    expect(held).toBe(Math.floor(HOLD.held.perNetwork / PARTY) * PARTY)
  })

  test('stop counting once they are released, replaced or bought', async () => {
    const browser = server.browser(from('192.0.2.4'))
    const tickets = share / 2
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await holdCart(browser, event, '12345', PARTY)).status).toBe(201)
    }
    for (let turn = 0; turn < tickets; turn += PARTY) {
      expect((await holdCart(browser, event, '23456', PARTY)).status).toBe(201)
      expect((await browser.send('DELETE', '/api/checkout/holds/cart/23456')).status).toBe(200)
    }
    // One party is held by now.
    expect((await holdAll(server, event, '192.0.2.4', 40)).held).toBe(share - PARTY)
  })

  test('count until their hold would have ended if they were free, so that no script claims all', async () => {
    const gratis = await server.build.event({ capacity: 800, types: [{ priceMinor: 0 }] })
    let claimed = 0
    for (let turn = 0; turn < 15; turn += 1) {
      const browser = server.browser(from('192.0.2.6'))
      const held = await holdCart(browser, gratis, '12345', PARTY)
      if (held.status !== 201) continue
      const body = orderBody(gratis)
      expect((await browser.send('POST', '/api/checkout/orders', body)).status).toBe(201)
      claimed += PARTY
    }
    expect(claimed).toBe(share)
    expect((await holdAll(server, gratis, '192.0.2.7', 1)).held).toBe(PARTY)
  })

  test('are counted over several processes', async () => {
    const sibling = await server.sibling()
    try {
      await holdAll(server, event, '192.0.2.5', 6)
      await server.foyer.shareLimits()
      await sibling.foyer.shareLimits()
      const there = await Promise.all(
        times(20, () => holdCart(sibling.browser(from('192.0.2.5')), event, '12345', PARTY)),
      )
      const granted = there.filter(({ status }) => status === 201).length
      expect((6 + granted) * PARTY).toBe(share)
    } finally {
      await sibling.close()
    }
  })
})

test('tickets that one browser holds for an event are bounded over all its networks', async () => {
  const event = await server.build.event({ capacity: null })
  const browser = server.browser({ host: 'tickets.example', 'x-forwarded-proto': 'https' })
  const statuses: number[] = []
  for (let cart = 0; cart < 14; cart += 1) {
    const { eventId, sessionId, typeId: ticketTypeId } = event
    const { status } = await browser.send(
      'POST',
      `/api/checkout/carts/${10_000 + cart}/hold`,
      { eventId, sessionId, tickets: [{ ticketTypeId, quantity: PARTY }] },
      from(`198.51.100.${cart}`),
    )
    statuses.push(status)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(
    Math.floor(HOLD.held.perBrowser / PARTY),
  )
})

test('requests of one browser are counted over all its addresses', async () => {
  const browser = server.browser(from('203.0.113.250'))
  const event = await server.build.event({ capacity: null })
  await holdCart(browser, event)
  const answers = []
  for (let turn = 0; turn <= 20; turn += 1) {
    answers.push(
      await browser.send(
        'POST',
        '/api/checkout/carts/12345/coupon',
        { code: `GUESS${turn}` },
        from(`203.0.113.${turn}`),
      ),
    )
  }
  expect(answers.at(-2)?.status).toBe(404)
  expect(answers.at(-1)?.status).toBe(429)
})

test('live streams of one network are bounded, and other networks still get theirs', async () => {
  const event = await server.build.event()
  const streams: AbortController[] = []
  const responses: Response[] = []
  const open = async (address: string) => {
    const stream = new AbortController()
    streams.push(stream)
    const path = `${server.url}/api/events/${event.eventId}/live`
    const response = await fetch(path, { headers: from(address), signal: stream.signal })
    // A response that is collected as garbage ends its stream.
    responses.push(response)
    return response.status
  }
  const closeAll = () => {
    for (const stream of streams.splice(0)) stream.abort()
  }
  try {
    const statuses = await Promise.all(times(STREAM.streamsPerNetwork + 5, () => open('192.0.2.8')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(STREAM.streamsPerNetwork)
    expect(statuses.filter((status) => status === 503)).toHaveLength(5)
    expect(await open('192.0.2.9')).toBe(200)
    closeAll()
    await until(
      () => open('192.0.2.8'),
      (status) => status === 200,
    )
  } finally {
    closeAll()
  }
})

test('pages and posters of one network are bounded', async () => {
  const tryPage = server.foyer.context.limits.tryPage
  while (!tryPage('192.0.2.77').refusal);
  const answer = await server.browser(from('192.0.2.77')).send('GET', '/robots.txt')
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.browser(from('192.0.2.77')).send('GET', '/healthz')).status).toBe(200)
})

test('a browser above the limit of its network reads a page that says when to try again', async () => {
  const address = '192.0.2.78'
  const tryPage = server.foyer.context.limits.tryPage
  while (!tryPage(address).refusal);
  const answer = await fetch(`${server.url}/events-api`, {
    headers: { ...from(address), accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  const text = await answer.text()
  expect(answer.status).toBe(429)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(text).toContain(`Please try again in ${seconds} seconds.`)
  expect(text).not.toContain('<script')
  const policy = answer.headers.get('content-security-policy')
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? ''
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
})
