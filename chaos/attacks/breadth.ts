import type { Attack } from './harness/attack.ts'
import { attackersCart, writeHolds } from './harness/build.ts'
import { bytesOf, flood } from './harness/raw.ts'

const SESSIONS = 600
const MORE_TIME = '/api/checkout/carts/10000/more-time'
/** First adds one line per session; then asks for more time for all of them. */
const LINES_PER_SECOND = 150
const MORE_TIME_PER_SECOND = 60

/** A cart with a line in very many sessions: every operation of the cart locks all of them. */
export const breadth: Attack = {
  kind: 'breadth',
  name: `a cart with lines in up to ${SESSIONS} sessions, and more time for it`,
  otherSessions: SESSIONS,
  seconds: 10,
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the bound on the stock items that one operation locks, and the limits',
    isOneAddressMany: true,
    bounds: { laneStockItems: Number.MAX_SAFE_INTEGER },
    prepare: (site, { browserId }) =>
      writeHolds(site, {
        count: 1,
        sessionIds: site.other.sessionIds.slice(1),
        typeId: site.other.typeId,
        state: 'held',
        cartOf: browserId ?? '',
      }),
  },
  async prepare(site) {
    const { eventId, sessionIds, typeId } = site.other
    return attackersCart(site, sessionIds[0] ?? '', typeId, eventId)
  },
  attack: ({ url, other, prepared }, tally, signal) => {
    const headers = { cookie: prepared.cookie ?? '' }
    const everywhere = other.sessionIds.slice(1)
    const moreTime = bytesOf('POST', MORE_TIME, { headers })
    const shared = { url, connections: 16, depth: 1 }
    return Promise.all([
      flood(
        {
          ...shared,
          perSecond: LINES_PER_SECOND,
          request: (index) =>
            bytesOf('POST', '/api/checkout/holds', {
              headers,
              body: {
                cartId: '10000',
                sessionId: everywhere[index % everywhere.length],
                ticketTypeId: other.typeId,
                quantity: 1,
              },
            }),
        },
        tally,
        signal,
      ),
      flood({ ...shared, perSecond: MORE_TIME_PER_SECOND, request: () => moreTime }, tally, signal),
    ]).then(() => {})
  },
}
