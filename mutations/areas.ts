/** What `npm run mutations` mutates, by which tests, and what is demanded: the one place for all of it. */
export interface Area {
  title: string
  /** The lowest score that passes, in percent of the mutants that are not explained. */
  floor: number
  /** The files whose every decision is mutated. */
  files: readonly string[]
  /** Globs of the test files that are run. */
  tests: readonly string[]
  /** Test files among them that say nothing about the mutated files. */
  noTests: readonly string[]
  /** Mutators that are off. */
  mutatorsOff: readonly string[]
  /** A mutant of a constant needs a new process and all tests. */
  mutatesConstants: boolean
  /** What is not copied for the tests to run in, as ignore rules of which the last that fits counts. */
  notCopied: readonly string[]
}

const inFolder = (folder: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}.ts`)

const DOMAIN = 'packages/domain/src'
const ENGINE = 'apps/server/src/engine'

export const AREAS = {
  // Left out: words about decisions that are made elsewhere (sale-summary, policy-text, cannot-go,
  // money-findings, order-history, rule-warnings), tables without code (constants, currencies, states,
  // disruptions, event-states), and what is neither money nor stock (countdown, orders, schedule, waivers).
  rules: {
    title: 'Money and stock rules of packages/domain',
    floor: 95,
    files: [
      ...inFolder(
        DOMAIN,
        `availability cancellation change-policy demand-price discount hold-times money
         money-ledger offer order-change order-limits order-units platform-fee platform-terms quote
         rate-windows refund sales-phase selection tax`,
      ),
      ...inFolder(
        `${DOMAIN}/checkout-rules`,
        'evaluate fields parse-rule quote-with-rules rule select-rules small-totals',
      ),
    ],
    tests: ['packages/domain/**/*.test.ts'],
    noTests: ['**/claims.test.ts', '**/spec-coverage.test.ts', '**/testing-page.test.ts'],
    // The strings of these files are members of union types, of which the compiler refuses an empty one,
    // or words for people, which the tests of the pages read.
    mutatorsOff: ['StringLiteral'],
    mutatesConstants: true,
    notCopied: ['**', '!packages/domain/**', '!docs/**', '!mutations/**', '!package.json'],
  },
  // By the tests with books in memory, half a second for a mutant: with a server and a database it would
  // be seconds, and most tests of the server hold tickets. What only those notice is a survivor here.
  lanes: {
    title: "The lanes' decisions in apps/server/src/engine",
    floor: 97,
    files: [
      ...inFolder(
        `${ENGINE}/holds`,
        'add-more-time hold-allowance hold-book hold-cart hold-line hold-rules release-cart',
      ),
      ...inFolder(`${ENGINE}/stock`, 'set-capacity stock-book stock-items'),
      ...inFolder(`${ENGINE}/orders`, 'captured-payment sell-free-cart sell-payment'),
      ...inFolder(`${ENGINE}/payments`, 'amount-problem begin-payment record-payment'),
      ...inFolder(`${ENGINE}/sales`, 'sales-rules'),
      ...inFolder(`${ENGINE}/coupons`, 'apply-coupon coupon-book judge-coupon remove-coupon'),
      ...inFolder(`${ENGINE}/rules`, 'judge-cart'),
    ],
    tests: [`${ENGINE}/**/*.test.ts`],
    noTests: [],
    // And what puts nothing in the place of a list, an object, a function or an optional value, which the
    // compiler refuses or every test notices.
    mutatorsOff: [
      'StringLiteral',
      'ArrayDeclaration',
      'ArrowFunction',
      'ObjectLiteral',
      'OptionalChaining',
    ],
    mutatesConstants: false,
    notCopied: ['/apps/storefront', '/apps/backoffice', '/e2e', '/bench', '/chaos', '/deploy'],
  },
} as const satisfies Record<string, Area>
export type AreaName = keyof typeof AREAS
export const AREA_NAMES = Object.keys(AREAS) as readonly AreaName[]

/** Names the area to a child process: Stryker and vitest take no options of ours. */
export const AREA_VARIABLE = 'MUTATED_AREA'

/** The area of this process. */
export function currentArea(): Area & { name: AreaName } {
  const name = AREA_NAMES.find((each) => each === process.env[AREA_VARIABLE])
  if (!name) throw new Error('Run this by `npm run mutations`')
  return { name, ...AREAS[name] }
}

/** Results and copies are kept here, for the next run to begin from. */
export const CACHE = '.cache/mutations'
