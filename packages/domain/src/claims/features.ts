import { type Claim, measured, tested, unproven } from './claim.ts'

/** A feature of the product: what it is, and the highlights that belong to it. */
export interface FeatureClaims {
  id: FeatureId
  claim: Claim
  highlights: readonly Claim[]
}

export type FeatureId =
  | 'dynamic-pricing'
  | 'sessions'
  | 'inventory'
  | 'payments'
  | 'analytics'
  | 'white-label'
  | 'self-service'
  | 'pages'

const pageFigure = (text: string, quote: string): Claim =>
  measured(text, '/documentation/performance', {
    command: 'npm run bench:pages',
    document: 'docs/performance.md',
    quote,
  })

/** In the order in which the page shows the first six whose claim is proven. */
export const FEATURES: readonly FeatureClaims[] = [
  {
    id: 'dynamic-pricing',
    claim: unproven('Dynamic pricing'),
    highlights: [
      unproven('Early-bird prices'),
      unproven('Surge and time-based prices'),
      unproven('Capacity triggers'),
    ],
  },
  {
    id: 'sessions',
    claim: tested(
      'Multi-session events',
      '/documentation/product',
      'apps/server/test/availability.test.ts › has its sessions in order, each with prices, fees and tickets left',
    ),
    highlights: [
      tested(
        'A calendar with the price of every day',
        '/documentation/product',
        'apps/server/test/availability.test.ts › has each day with sessions, its lowest price with fees, and its availability',
      ),
      tested(
        'Timed entry at any interval',
        '/documentation/product',
        'apps/server/src/demo/seed-demo.test.ts › has timed entry at every interval, six weeks ahead',
      ),
      tested(
        'Sold-out times offer the nearest ones',
        '/documentation/product',
        'e2e/tests/alternatives.spec.ts › a time that just sold out offers the nearest times, which take one tap to choose and one to reserve',
      ),
    ],
  },
  {
    id: 'inventory',
    claim: tested(
      'Real-time inventory',
      '/documentation/locking',
      'packages/db/src/keys.test.ts › a constraint refuses to hold or sell more than the capacity',
      'apps/server/src/engine/lanes/book.property.test.ts › no pool exceeds its capacity, and ledger, holds and tickets explain every counter',
    ),
    highlights: [
      tested(
        'The last ticket is sold once',
        '/documentation/locking',
        'packages/db/src/keys.test.ts › a constraint refuses to hold or sell more than the capacity',
      ),
      tested(
        'Every open window follows a sale by itself',
        '/documentation/product',
        'e2e/tests/live.spec.ts › a sale of the last tickets shows in another window without a request',
      ),
      tested(
        'More time in one press, never for hoarders',
        '/documentation/product',
        'apps/server/test/more-time.test.ts › is five minutes per request and ten in all, and the cart says how much is left',
        'apps/server/test/caller-limits.test.ts › are limited to a share of a session, and other networks are not affected',
      ),
    ],
  },
  {
    id: 'payments',
    claim: tested(
      'Card payments, fees and refunds',
      '/documentation/pricing',
      'e2e/tests/purchase.spec.ts › a purchase from a brand by its own host',
    ),
    highlights: [
      tested(
        'Flat or percentage fees, by event or ticket type',
        '/documentation/pricing',
        "apps/server/test/quote.test.ts › a type's own fee set overrides the event's, and an inactive one charges nothing",
      ),
      tested(
        'The price with its fees from the first card on',
        '/documentation/pricing',
        'apps/server/test/catalog.test.ts › shows the price that is lowest with fees, not the lowest before fees',
      ),
      tested(
        'A currency of its own for each event',
        '/documentation/pricing',
        'apps/server/test/event-currency.test.ts › is quoted, held, paid, ordered and mailed in its currency',
      ),
    ],
  },
  {
    id: 'analytics',
    claim: unproven('Analytics'),
    highlights: [unproven('Sales by day, type and channel'), unproven('Reports to download')],
  },
  {
    id: 'white-label',
    claim: tested(
      'White label, for one house or many',
      '/documentation/operations',
      'e2e/tests/tenant-sites.spec.ts › a purchase at a domain of the organizer’s own never leaves it',
    ),
    highlights: [
      tested(
        'Your domain, your logo, your words',
        '/documentation/operations',
        'apps/server/test/operator-tenant.test.ts › creates an organizer with a domain, texts and a logo, and shows the result',
      ),
      tested(
        'Readable in your colour, whichever it is',
        '/documentation/operations',
        'packages/domain/src/brand-tokens.test.ts › give text a contrast of 4.5:1 for every hue in both themes',
      ),
      tested(
        'No house sees another’s data',
        '/documentation/security',
        'packages/db/src/keys.test.ts › row security is on and forced, with one policy for every command',
        'apps/server/test/foreign-ids.test.ts › is not found and not changed by %s',
      ),
    ],
  },
  {
    id: 'self-service',
    claim: tested(
      'Buyers change their own plans',
      '/documentation/pricing',
      'e2e/tests/cancel.spec.ts › one of two tickets is cancelled on the page of the order, and its refund is followed',
    ),
    highlights: [
      tested(
        'Another date or time, paid or refunded to the cent',
        '/documentation/pricing',
        'e2e/tests/order-changes.spec.ts › an order is rescheduled to another day by date, time and confirmation',
      ),
      tested(
        'Upgrades to a better ticket',
        '/documentation/product',
        'e2e/tests/upgrade.spec.ts › one of two tickets is upgraded and paid in the dialog, after a declined card',
      ),
      tested(
        'By your rules, until the hour you say',
        '/documentation/pricing',
        'e2e/tests/change-policy.spec.ts › the page of an event, its review and an order say what buyers may change',
      ),
    ],
  },
  {
    id: 'pages',
    claim: pageFigure(
      'Pages that are there at once',
      '| `/` | 105.9 |  | 1,059 | 62 | 0.0001 | 100 |',
    ),
    highlights: [
      tested(
        'No accessibility violation on any screen',
        '/documentation/product',
        'e2e/tests/screens.spec.ts › every screen is accessible and fits its window',
      ),
      pageFigure(
        'About a second on a slow phone',
        '| checkout | 120.7 | 15.3 | 998 | 92 | 0.0009 | 100 |',
      ),
      tested(
        'No account to make before buying',
        '/documentation/product',
        'e2e/tests/purchase.spec.ts › a purchase from a brand by its own host',
      ),
    ],
  },
]
