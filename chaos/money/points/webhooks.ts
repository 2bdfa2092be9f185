import {
  type Break,
  cutAt,
  killAt,
  killAtCommit,
  killDuringCall,
  killOnceAfter,
  nothing,
  stopDatabaseAtCommit,
} from '../breaks.ts'
import type { CutPoint } from '../cut-point.ts'
import type { Scene } from '../scene.ts'

const STORE = /keep_provider_event/
const CLAIM = /update provider_events set attempts/
const DONE = /update "provider_events" set "state"/
const SALE = /lane_write_orders/
/**
 * The reconciler fetches the intents that are due, and reads the list of new ones. On a busy machine the
 * list comes first, and what it contains is settled without a further call: so either of them counts.
 */
export const ASK_OF_INTENTS = () => 'GET /v1/payment_intents'
const LOOK = ({ buyer }: Scene) => `GET /v1/payment_intents/${buyer.intentId}`

/** The buyer paid and closed the page, so only webhooks report the payment. */
const ends = { 'is gone': 'ticketed' } as const

const byWebhook = {
  ends,
  before: async ({ rig, buyer }) => {
    await rig.provider.holdWebhooks()
    await buyer.upTo('order')
  },
  act: ({ rig }) => rig.provider.releaseWebhooks('as-sent'),
} satisfies Partial<CutPoint>

const CUTS: readonly [string, Break][] = [
  ['server killed before it is stored', killAt(STORE)],
  ['connection cut as it is stored', cutAt(STORE)],
  ['server killed after it is stored, before the work', killOnceAfter(STORE, CLAIM)],
  ['server killed while it asks the provider', killDuringCall('not done', LOOK)],
  ['server killed during the work, between write and commit', killAtCommit('before', SALE)],
  ['database stopped during the work', stopDatabaseAtCommit('sent', SALE)],
  ['server killed after the work, before that is stored', killAt(DONE)],
]

const mishaps: CutPoint[] = [
  {
    ...byWebhook,
    name: 'webhook: each arrives three times',
    inShort: 'is gone',
    break: async (scene) => {
      await scene.rig.provider.duplicateWebhooks(3)
      return nothing(scene)
    },
  },
  {
    ...byWebhook,
    name: 'webhook: they arrive in the wrong order',
    break: nothing,
    act: ({ rig }) => rig.provider.releaseWebhooks('reversed'),
  },
]

/** No webhook arrives, and the buyer does not return. */
const unheard = {
  ends,
  isSlow: true,
  before: async ({ rig, buyer }) => {
    await rig.provider.mishapsByChance(1, { lost: 1 })
    await buyer.upTo('order')
  },
  act: async () => {},
} satisfies Partial<CutPoint>

const LOST: CutPoint = { ...unheard, name: 'webhooks lost: the reconciler alone', break: nothing }

/** The reconciler's turn comes a minute after the intent was made. */
const overdue = {
  ...unheard,
  act: (scene) => scene.letTimePass(2),
} satisfies Partial<CutPoint>

/** Cut points that only the reconciler can bring to an end. */
export const OVERDUE: CutPoint = {
  ...overdue,
  name: 'webhooks lost: the reconciler at its turn',
  break: nothing,
}

const reconciling: CutPoint[] = [
  OVERDUE,
  {
    ...overdue,
    name: 'webhooks lost: the reconciler killed while it asks the provider',
    break: killDuringCall('not done', ASK_OF_INTENTS),
  },
  {
    ...overdue,
    name: 'webhooks lost: the reconciler killed between write and commit',
    break: killAtCommit('before', SALE),
  },
  {
    ...overdue,
    name: 'webhooks lost: the reconciler killed after its commit',
    break: killAtCommit('committed', SALE),
  },
]

export const TELLING: readonly CutPoint[] = [
  ...CUTS.map(([what, how]): CutPoint => ({ ...byWebhook, name: `webhook: ${what}`, break: how })),
  ...mishaps,
  LOST,
  ...reconciling,
]
