import { type Claim, tested, unproven } from './claim.ts'

/** A claim with a sentence that explains it. */
export interface DetailedClaim extends Claim {
  detail: string
}

const also = (claim: Claim, detail: string): DetailedClaim => ({ ...claim, detail })

/** The smaller features, in the order in which the page shows the first twelve that are proven. */
export const EXTRAS: readonly DetailedClaim[] = [
  also(
    tested(
      'QR code tickets',
      '/documentation/product',
      'apps/server/test/tickets-and-mail.test.ts › are numbered, each with a code of its own that is signed by this server',
    ),
    'A signed code for each ticket, which also opens without a connection.',
  ),
  also(
    tested(
      'Email confirmations',
      '/documentation/product',
      'apps/server/test/tickets-and-mail.test.ts › is sent once, with a link that opens only its order',
    ),
    'Sent once, with the tickets and a link that opens this order alone.',
  ),
  also(
    tested(
      'Role-based access',
      '/documentation/permissions',
      'apps/server/test/permission-matrix.test.ts › docs/permissions.md is the matrix; if not, run this test with -u',
      'packages/domain/src/staff/permissions.test.ts › the table of roles and permissions',
    ),
    'Owner, manager, box office, gate, analyst: each sees and does what the table says.',
  ),
  also(unproven('API access'), 'Keys with scopes for your own systems.'),
  also(
    tested(
      'Venue management',
      '/documentation/first-event',
      'apps/server/test/venue-rooms.test.ts › begins with its capacity, and may have another one',
      'apps/server/test/venue-rooms.test.ts › is said to be in the room at the same time as another one, of whatever event',
    ),
    'Rooms with their capacities, and a warning before two dates share one.',
  ),
  also(
    tested(
      'Ticket groups',
      '/documentation/locking',
      'apps/server/test/shared-capacity.test.ts › fill it together, in places, in each session on its own',
      'apps/server/test/shared-capacity.test.ts › may begin, change and end while tickets are held and sold',
    ),
    'Types of a group may share one capacity.',
  ),
  also(
    tested(
      'Timed entry',
      '/documentation/product',
      'apps/server/src/demo/seed-demo.test.ts › has timed entry at every interval, six weeks ahead',
    ),
    'A start every few minutes, each with a capacity of its own.',
  ),
  also(
    tested(
      'Team access',
      '/documentation/operations',
      'apps/server/test/staff-team.test.ts › makes an account and a member with its role, once',
      'apps/server/test/staff-team.test.ts › has who changed what, before and after, and finds it by each filter',
    ),
    'Everybody signs in under their own name, and a log says who changed what.',
  ),
  also(unproven('Fraud protection'), 'Suspicious orders wait for a person.'),
  also(
    tested(
      'Wallet passes',
      '/documentation/operations',
      'apps/server/test/wallets.test.ts › an Apple pass contains the ticket, its code and the mark',
      'apps/server/test/wallets.test.ts › a Google link carries every ticket, signed by the service account',
    ),
    'Apple and Google, and they follow when a ticket changes.',
  ),
  also(
    tested(
      'Tickets on paper',
      '/documentation/product',
      'apps/server/test/tickets-pdf.test.ts › has a page for each ticket, with everything that a door or a buyer needs',
      'e2e/tests/print.spec.ts › tickets print one per page, in black on white, without header and footer',
    ),
    'A PDF with one page for each ticket, black on white.',
  ),
  also(
    tested(
      'Calendar files',
      '/documentation/product',
      'apps/server/src/features/tickets/calendar-file.test.ts › has an entry for each session that the order has valid tickets for',
    ),
    'The date with venue and reminder, in the zone of the house.',
  ),
  also(
    tested(
      'Coupons and checkout rules',
      '/documentation/pricing',
      'apps/server/test/coupons.test.ts › uses the rule with the highest priority',
    ),
    'A percentage or an amount, for some tickets or for all.',
  ),
  also(
    tested(
      'Add-ons with their own stock',
      '/documentation/locking',
      'apps/server/test/add-on-stock.test.ts › is never oversold, even if all buyers ask at once',
    ),
    'A programme, a parking space: counted as strictly as a seat.',
  ),
  also(
    tested(
      'Waivers',
      '/documentation/product',
      'e2e/tests/waivers.spec.ts › participants sign the waiver of their event, typed or drawn, and may sign again',
    ),
    'Each participant signs on a phone, drawn or typed.',
  ),
  also(
    tested(
      'A search that forgives',
      '/documentation/product',
      'e2e/tests/search.spec.ts › a misspelt word finds an event, which the keyboard alone opens',
    ),
    'One slip in a word still finds the evening.',
  ),
  also(
    tested(
      'Moved and called-off dates',
      '/documentation/operations',
      'e2e/tests/disruptions.spec.ts › a buyer whose session was moved keeps the tickets, then gets the money back',
    ),
    'Every buyer is asked once: keep, another date, or the money.',
  ),
  also(
    tested(
      'Lost tickets, found',
      '/documentation/product',
      'e2e/tests/order-lookup.spec.ts › orders are found by address and ZIP code, stay after a reload, and can be mailed again',
    ),
    'Buyers find and resend their own orders without an account.',
  ),
  also(
    tested(
      'Refunds',
      '/documentation/pricing',
      'apps/server/test/order-refunds.test.ts › tickets are refunded one by one at their share, and the last one ends the order',
    ),
    'By ticket or by amount, booked twice and never paid twice.',
  ),
]
