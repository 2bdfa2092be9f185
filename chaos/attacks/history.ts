import type { Attack } from './harness/attack.ts'
import { attackersCart, writeHolds } from './harness/build.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** About as many as a cart has that was held again and again for a day. */
const FORMER_HOLDS = 200_000

/** A cart with many former holds, held again in the session that honest buyers use. */
export const history: Attack = {
  kind: 'history',
  name: `a cart with ${FORMER_HOLDS} former holds, held again 20 times a second`,
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the index of current holds of a cart',
    // No index has this expression, so all former holds of the cart are read and filtered.
    sql: (text) =>
      text.replace(
        "h.cart_id = asked.cart_id and h.state = 'held'",
        "h.cart_id = asked.cart_id and h.state || '' = 'held'",
      ),
  },
  async prepare(site) {
    const sessionId = site.sessionIds[0] ?? ''
    const { cookie, browserId } = await attackersCart(site, sessionId, site.freeTypeId)
    await writeHolds(site, {
      count: FORMER_HOLDS,
      sessionIds: [sessionId],
      typeId: site.freeTypeId,
      state: 'released',
      cartOf: browserId,
    })
    return { cookie }
  },
  attack: ({ url, eventId, sessionIds, freeTypeId, prepared }, tally, signal) =>
    flood(
      {
        url,
        connections: 8,
        perSecond: 20,
        depth: 1,
        request: (index) =>
          bytesOf('POST', '/api/checkout/carts/10000/hold', {
            headers: { cookie: prepared.cookie ?? '' },
            body: {
              eventId,
              sessionId: sessionIds[0],
              tickets: [{ ticketTypeId: freeTypeId, quantity: 1 + (index % 2) }],
            },
          }),
      },
      tally,
      signal,
    ),
}
