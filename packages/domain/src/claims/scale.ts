import { type Claim, measured, tested } from './claim.ts'
import type { DetailedClaim } from './extras.ts'

/** The claim of the page's first screen. */
export const PROMISE: Claim = tested(
  'Sell out. Never oversell.',
  '/documentation/locking',
  'apps/server/src/engine/lanes/book.property.test.ts › no pool exceeds its capacity, and ledger, holds and tickets explain every counter',
  'packages/db/src/keys.test.ts › a constraint refuses to hold or sell more than the capacity',
)

/** Scale and security. */
export const SCALE: readonly DetailedClaim[] = [
  {
    ...measured('Ten thousand holds a second on one show', '/documentation/performance', {
      command: 'npm run bench:holds',
      document: 'docs/performance.md',
      quote:
        '| Foyer                             |     256 |   10,123 |   24.1 |   45.6 |      0 |',
    }),
    detail: 'Twelve times what a row lock reaches on the same two cores.',
  },
  {
    ...tested(
      'Pull the plug, lose nothing',
      '/documentation/reliability',
      'e2e/tests/program.spec.ts › after a kill -9 the next start finds all acknowledged data',
      'e2e/tests/server-crash.spec.ts › the page waits for a server that dies between the charge and the order',
    ),
    detail: 'We kill servers and databases under load, and compare every answer afterwards.',
  },
  {
    ...tested(
      'Every charge ends in a ticket or a refund',
      '/documentation/reliability',
      'apps/server/test/webhooks.test.ts › a buyer whose browser disappeared after paying gets order and mail because of the webhook',
      'apps/server/test/reconcile.test.ts › a payment whose tickets are gone is refunded',
    ),
    detail: 'Also if the browser closes, the bank is slow or the webhook never comes.',
  },
  {
    ...tested(
      'Pressed twice, paid once',
      '/documentation/reliability',
      'e2e/tests/pay-once.spec.ts › a double click pays once',
      'e2e/tests/pay-once.spec.ts › two tabs on one checkout pay once, and both end with the order',
    ),
    detail: 'Two tabs, a reload, a lost connection: one order.',
  },
  {
    ...tested(
      'Walls between houses, in the database itself',
      '/documentation/security',
      'packages/db/src/keys.test.ts › row security is on and forced, with one policy for every command',
      'packages/db/src/migrate.test.ts › the role of the application cannot log in, own, create or bypass row security',
    ),
    detail: 'Row security is forced on every table; a forgotten filter shows nothing.',
  },
  {
    ...tested(
      'Personal data with an end date',
      '/documentation/privacy',
      'apps/server/test/personal-columns.test.ts › docs/privacy.md names every personal column and how long each kind is stored',
      'apps/server/test/erase-buyer.test.ts › leaves no trace of the buyer in any column',
    ),
    detail: 'Each column has its time, and one command erases a buyer from all of them.',
  },
]
