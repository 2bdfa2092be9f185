import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const BUILT: string = new URL('../../apps/storefront/dist/server/entry-server.js', import.meta.url)
  .href

const GARBAGE = [
  '0',
  '-1',
  'null',
  'undefined',
  '00000000-0000-4000-8000-000000000000',
  '12345',
  '2026-02-31',
  '🎟️🎪',
  "' or 1=1; drop table events; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '%00',
  '%E0%A4%A',
  '[object Object]',
  'x'.repeat(10_000),
] as const

const QUERIES = [
  'date',
  'types',
  'session',
  'addons',
  'cartId',
  'orderId',
  'reschedule',
  'upgrade',
  'originalDate',
  'originalTime',
  'currentTicketType',
  'upgradeTicketType',
  'quantity',
  'email',
  'token',
  'priceDifference',
  'sessionId',
  'eventId',
  'q',
  'category',
  'city',
  'venue',
  'day',
  'page',
  'from',
  'to',
  'maxPrice',
  'sort',
  'payment_intent',
  'redirect_status',
] as const

/** Percent-encodes a text, except deliberately broken encodings. */
const written = (text: string) => (/^%[0E]/.test(text) ? text : encodeURIComponent(text))

const routes = async (): Promise<readonly string[]> => {
  const { routePaths }: typeof import('../../apps/storefront/src/entry-server.tsx') = await import(
    BUILT
  )
  return routePaths()
}

/** Path parts and query values of every route, in turn; one of them is a valid event. */
async function malformedAddresses(eventId: string): Promise<string[]> {
  const addresses: string[] = []
  for (const route of await routes()) {
    const good = route.replaceAll('$eventId', eventId).replaceAll(/\$\w+/g, eventId)
    for (const text of GARBAGE) {
      if (route.includes('$')) addresses.push(route.replaceAll(/\$\w+/g, () => written(text)))
      const query = QUERIES.map((name) => `${name}=${written(text)}`)
      // Ten thousand letters in each of them would exceed the maximum size of a request.
      addresses.push(`${good}?${(text.length > 1000 ? query.slice(0, 1) : query).join('&')}`)
    }
  }
  return addresses
}

/** Fewer than a network may have rendered in a minute; above that it gets pages without content. */
const REQUESTS_OF_A_CALLER = 400

/** Requests a page from an address of the caller's own, so that other tests keep their limits. */
async function ask(baseUrl: string, path: string, localAddress: string) {
  const { hostname, port } = new URL(baseUrl)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, localAddress, family: 4 }, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode ?? 0, page: await text(answer) }
}

test('no address of the route table, however malformed, is answered by a failure @night', async ({
  baseURL,
  world,
}) => {
  test.setTimeout(120_000)
  const { eventId } = await world.event({ isTimedEntry: true, sessions: 2 })
  const addresses = await malformedAddresses(eventId)
  expect(addresses.length).toBeGreaterThan(500)
  const wrong: string[] = []
  for (const [index, address] of addresses.entries()) {
    const caller = 2 + Math.floor(index / REQUESTS_OF_A_CALLER)
    const { status, page } = await ask(`${baseURL}`, address, `127.0.0.${caller}`)
    const isFine = status < 500 && !page.includes('Something went wrong.')
    const isRaw = /<script>alert|<img src=x/.test(page)
    if (!isFine || isRaw) wrong.push(`${status} ${address.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
})

const MALFORMED_QUERY = QUERIES.map((name) => `${name}=${written(GARBAGE[8])}`).join('&')

/** Families that share their steps with another one; the server's answers above suffice for them. */
const IS_LIKE_ANOTHER = /^\/events\/\$|^\/checkout-test/

const MALFORMED = {
  'an id': (route: string, _: string) => route.replaceAll(/\$\w+/g, written(GARBAGE[9])),
  'a query': (route: string, eventId: string) =>
    `${route.replaceAll(/\$\w+/g, eventId)}?${MALFORMED_QUERY}`,
}

for (const [part, mutate] of Object.entries(MALFORMED)) {
  test(`in a browser ${part} that is garbage is a page with a way on, never the crash screen @night`, async ({
    page,
    world,
    watch,
  }) => {
    test.setTimeout(120_000)
    watch.expectAnswer(404, /./)
    watch.expectAnswer(400, /./)
    const { eventId } = await world.event({ isTimedEntry: true, sessions: 2 })
    for (const route of await routes()) {
      const address = mutate(route, eventId)
      if (address === route || IS_LIKE_ANOTHER.test(route)) continue
      await open(page, address)
      const about = address.slice(0, 100)
      await expect(page.getByText('Something went wrong.'), about).toHaveCount(0)
      await expect(page.getByRole('heading').first(), about).toBeVisible()
      const main = page.getByRole('main')
      const waysOn = main.getByRole('link').or(main.getByRole('button'))
      await expect(waysOn.first(), about).toBeAttached()
    }
  })
}
