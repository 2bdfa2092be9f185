import { type Claim, measured, type Stat, tested, unproven } from './claim.ts'

const sample = (text: string): Claim => ({ text, proof: { kind: 'sample' } })

/** The figures of the stats band, in their order. */
export const STATS: readonly Stat[] = [
  {
    value: 0,
    suffix: '',
    ...measured('overselling incidents in every rush we have measured', '/status', {
      command: 'npm run bench:holds',
      document: 'docs/performance.md',
      quote: '| oversold | 0 | 0 | 0 |',
    }),
  },
  {
    prefix: '<',
    value: 100,
    suffix: ' ms',
    ...measured(
      'response to 99 of 100 buyers while 256 press at once',
      '/documentation/performance',
      {
        command: 'npm run bench:holds',
        document: 'docs/performance.md',
        quote:
          '| Foyer                             |     256 |   10,123 |   24.1 |   45.6 |      0 |',
      },
    ),
  },
  {
    value: 15,
    suffix: ' min',
    ...tested(
      'cart hold: price and fees frozen while the buyer pays',
      '/documentation/locking',
      'packages/domain/src/hold-times.test.ts › a hold ends after 15 minutes, with its grace after 20, and never after 30',
      'apps/server/test/holds-rules.test.ts › keeps its price and fee when the organizer changes them',
    ),
  },
  { value: 99.9, suffix: '%', ...unproven('uptime, as a service level agreement') },
  { value: 24, suffix: '/7', ...unproven('support') },
  {
    value: 30,
    suffix: ' days',
    isOfInstallation: 'trialDays',
    ...tested(
      'of free trial without a credit card',
      '/documentation/operations',
      'apps/server/test/operator.test.ts › begins when an organizer registers, without a card, and lasts as long as operators have set',
    ),
  },
  { value: 500, suffix: '+', ...sample('venues trust Foyer') },
  { value: 35, suffix: '%', ...sample('more revenue on average') },
]
