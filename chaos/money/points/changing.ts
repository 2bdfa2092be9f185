import {
  type Break,
  cutAtCommit,
  failCall,
  killAt,
  killAtCommit,
  killDuringCall,
  nothing,
  stopDatabaseAtCommit,
} from '../breaks.ts'
import type { ChangeStep } from '../changer.ts'
import type { CutPoint } from '../cut-point.ts'
import type { Scene } from '../scene.ts'
import { CREATE_REFUND } from './expiring.ts'
import { ASK_OF_INTENTS } from './webhooks.ts'

/** Paying for a change of an order, cut at each step from the hold of the new seats to the new tickets. */

const RECORD = /lane_write_new_payments/
const NOTE = /lane_write_intents/
const SWAP = /lane_change_orders/
const REFUND = /lane_write_refunds/
const STORE = /keep_provider_event/
const CREATE = () => 'POST /v1/payment_intents'
const CONFIRM = () => '/confirm'
const LOOK = ({ changer }: Scene) => `GET /v1/payment_intents/${changer.intentId}`

const SEATS = 2

/** Two tickets of the first session go to the second. */
const change = { isChange: true, event: { sessions: 2, types: [{ dynamicMinor: 3000 }] } } as const

/** A buyer who leaves at this step was charged nothing. */
const UNPAID_IF_GONE = { 'comes back': 'changed', 'is gone': 'unpaid' } as const
const CHANGED = { 'comes back': 'changed', 'is gone': 'changed' } as const
const COMES_BACK = { 'comes back': 'changed' } as const

const atStep = (step: ChangeStep): Pick<CutPoint, 'before' | 'act'> => ({
  before: ({ changer }) => changer.upTo(step),
  act: ({ changer }) => changer.do(step),
})

type Cut = [what: string, how: Break, ends: CutPoint['ends']]

const ASKING: readonly Cut[] = [
  [
    'server killed before its hold and its payment are committed',
    killAtCommit('before', RECORD),
    UNPAID_IF_GONE,
  ],
  [
    'hold and payment committed, the answer to that commit lost',
    cutAtCommit('committed', RECORD),
    COMES_BACK,
  ],
  [
    'server killed before the provider makes the intent',
    killDuringCall('not done', CREATE),
    UNPAID_IF_GONE,
  ],
  [
    'server killed after the provider made the intent',
    killDuringCall('done', CREATE),
    UNPAID_IF_GONE,
  ],
  ["intent made, the provider's answer lost each time", failCall('cutAfter', CREATE), COMES_BACK],
  ['server killed before the id of the intent is written back', killAt(NOTE), UNPAID_IF_GONE],
]

const CONFIRMING: readonly Cut[] = [
  ['charged, the answer to the browser lost', failCall('cutAfter', CONFIRM, 1), CHANGED],
  ['server killed while the browser is being charged', killDuringCall('done', CONFIRM), CHANGED],
]

/** The browser's call after the charge, before any webhook. */
const charged = {
  before: async ({ rig, changer }) => {
    await rig.provider.holdWebhooks()
    await changer.upTo('complete')
  },
  act: ({ changer }) => changer.do('complete'),
} satisfies Pick<CutPoint, 'before' | 'act'>

const SETTLING: readonly [string, Break][] = [
  ['server killed while it asks the provider', killDuringCall('not done', LOOK)],
  ['the provider answers each call with 500', failCall('error500', LOOK)],
  ['server killed before the lock', killAt(/lane_lock_stock/)],
  ['server killed between the swap and its commit', killAtCommit('before', SWAP)],
  ['server killed with the commit of the swap under way', killAtCommit('sent', SWAP)],
  ['half of the answer to the commit of the swap lost', cutAtCommit('mid-answer', SWAP)],
  ['swap committed, the answer to that commit lost', cutAtCommit('committed', SWAP)],
  ['server killed after the swap, before it answers', killAtCommit('committed', SWAP)],
  ['database stopped between the swap and its commit', stopDatabaseAtCommit('before', SWAP)],
  ['database stopped with the commit of the swap under way', stopDatabaseAtCommit('sent', SWAP)],
]
const SHORT = 'server killed between the swap and its commit'

/** One server is killed in the swap, and another one gets the retry before it is back. */
const elsewhere: CutPoint = {
  ...change,
  name: 'change: server killed in the swap, and another server gets the retry',
  ends: CHANGED,
  before: async (scene) => {
    await charged.before(scene)
    await scene.rig.another()
  },
  break: killAtCommit('before', SWAP),
  async act({ rig, changer }) {
    const { url } = await rig.another()
    await changer.do('complete')
    await changer.do('complete', url)
  },
}

const heard = {
  ...change,
  before: charged.before,
  act: ({ rig }) => rig.provider.releaseWebhooks('as-sent'),
  ends: { 'is gone': 'changed' },
} satisfies Partial<CutPoint>

const HEARING: CutPoint[] = [
  { ...heard, name: 'change, webhook: server killed before it is stored', break: killAt(STORE) },
  {
    ...heard,
    name: 'change, webhook: server killed between the swap and its commit',
    break: killAtCommit('before', SWAP),
  },
  {
    ...heard,
    name: 'change, webhook: each arrives three times',
    break: async (scene) => {
      await scene.rig.provider.duplicateWebhooks(3)
      return nothing(scene)
    },
  },
  {
    ...heard,
    name: 'change, webhook: they arrive after the buyer has completed the change',
    break: nothing,
    act: async ({ rig, changer }) => {
      await changer.do('complete')
      await rig.provider.releaseWebhooks('reversed')
    },
  },
]

/** No webhook arrives, and the buyer does not return: the reconciler's turn comes. */
const overdue = {
  ...change,
  ends: { 'is gone': 'changed' },
  isSlow: true,
  before: async ({ rig, changer }) => {
    await rig.provider.mishapsByChance(1, { lost: 1 })
    await changer.upTo('complete')
  },
  act: async (scene) => scene.letTimePass(2, (await scene.changeCartId()) ?? undefined),
} satisfies Partial<CutPoint>

/** A cut point that only the reconciler can bring to an end. */
export const CHANGE_OVERDUE: CutPoint = {
  ...overdue,
  name: 'change, webhooks lost: the reconciler at its turn',
  break: nothing,
}

const RECONCILING: CutPoint[] = [
  CHANGE_OVERDUE,
  {
    ...overdue,
    name: 'change, webhooks lost: the reconciler killed while it asks the provider',
    break: killDuringCall('not done', ASK_OF_INTENTS),
  },
  {
    ...overdue,
    name: 'change, webhooks lost: the reconciler killed between the swap and its commit',
    break: killAtCommit('before', SWAP),
  },
  {
    ...overdue,
    name: 'change, webhooks lost: the reconciler killed after the swap',
    break: killAtCommit('committed', SWAP),
  },
]

/** The card is charged after the hold of the new seats has ended, and another buyer has them. */
const tooLate = {
  ...change,
  event: { ...change.event, capacity: SEATS },
  ends: { 'comes back': 'refunded', 'is gone': 'refunded' },
  before: async (scene) => {
    await scene.changer.upTo('confirm')
    await scene.expireHolds((await scene.changeCartId()) ?? undefined)
    await scene.takeTickets(SEATS, scene.event.sessionIds[1])
  },
  act: ({ changer }) => changer.do('confirm'),
} satisfies Partial<CutPoint>

const UNPLACED: readonly [string, Break][] = [
  ['nothing breaks', nothing],
  ['server killed before the refund is committed', killAtCommit('before', REFUND)],
  ['refund committed, the answer to that commit lost', cutAtCommit('committed', REFUND)],
  ['server killed before the provider refunds', killDuringCall('not done', CREATE_REFUND)],
  ['server killed after the provider refunded', killDuringCall('done', CREATE_REFUND)],
  ['refunded, the answer lost each time', failCall('cutAfter', CREATE_REFUND)],
  ['server killed before it stores the refund', killAt(/update "refunds" set/)],
]

export const CHANGING: readonly CutPoint[] = [
  ...ASKING.map(
    ([what, how, ends]): CutPoint => ({
      ...change,
      name: `change, intent: ${what}`,
      ends,
      break: how,
      ...atStep('ask'),
    }),
  ),
  ...CONFIRMING.map(
    ([what, how, ends]): CutPoint => ({
      ...change,
      name: `change, confirmation: ${what}`,
      ends,
      break: how,
      ...atStep('confirm'),
    }),
  ),
  ...SETTLING.map(
    ([what, how]): CutPoint => ({
      ...change,
      name: `change: ${what}`,
      ends: CHANGED,
      ...(what === SHORT ? { inShort: 'comes back' } : {}),
      break: how,
      ...charged,
    }),
  ),
  elsewhere,
  ...HEARING,
  ...RECONCILING,
  ...UNPLACED.map(
    ([what, how]): CutPoint => ({
      ...tooLate,
      name: `change paid too late, seats gone: ${what}`,
      break: how,
    }),
  ),
]
