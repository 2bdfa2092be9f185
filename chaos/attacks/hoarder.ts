import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'

const PLACES = 1200
/** The contract lets one network hold a tenth of each of the two sessions. */
const MAX_HELD = 240

/** Holds without a cookie, so each comes from a new browser, until everything is held. */
export const hoarder: Attack = {
  kind: 'hoarder',
  name: 'holds of 8 without a cookie from one address, 200 a second',
  isShort: true,
  capacity: PLACES,
  showsAs: ['share', 'refused'],
  control: { without: 'the bound on tickets held by one network', isOneAddressMany: true },
  attack: ({ url, sessionIds, freeTypeId }, tally, signal) =>
    flood(
      {
        url,
        connections: 8,
        perSecond: 200,
        depth: 4,
        request: (index) =>
          bytesOf('POST', '/api/checkout/holds', {
            body: {
              cartId: String(20_000 + (index % 60_000)),
              sessionId: sessionIds[index % sessionIds.length],
              ticketTypeId: freeTypeId,
              quantity: 8,
            },
          }),
      },
      tally,
      signal,
    ),
  async judge({ site, tally }) {
    // Honest buyers hold two at a time.
    const [row] = await site.sql<{ held: number }>(
      `select coalesce(sum(quantity), 0)::integer as held from holds
       where state = 'held' and quantity = 8 and session_id = any($1)`,
      [site.sessionIds],
    )
    const held = row?.held ?? 0
    tally['places held'] = held
    if (held <= MAX_HELD) return []
    return [{ criterion: 'share', text: `one address held ${held} tickets` }]
  },
}
