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
import type { CutPoint } from '../cut-point.ts'
import type { Scene } from '../scene.ts'

const SALE = /lane_write_orders/
const REFUND = /lane_write_refunds/
export const CREATE_REFUND = () => 'POST /v1/refunds'
const CANCEL = ({ buyer }: Scene) => `POST /v1/payment_intents/${buyer.intentId}/cancel`

/** The card is charged after the hold has expired; the tickets may still be available. */
const late = {
  before: async (scene) => {
    await scene.buyer.upTo('confirm')
    await scene.expireHolds()
  },
  act: ({ buyer }) => buyer.do('confirm'),
} satisfies Pick<CutPoint, 'before' | 'act'>

const withRoom: readonly [string, Break][] = [
  ['nothing breaks', nothing],
  ['server killed between write and commit', killAtCommit('before', SALE)],
  ['server killed after the commit', killAtCommit('committed', SALE)],
]

const PLACES = 2

/** By then another buyer has the tickets. */
export const tooLate = {
  event: { capacity: PLACES },
  before: async (scene) => {
    await late.before(scene)
    await scene.takeTickets(PLACES)
  },
  act: late.act,
} satisfies Partial<CutPoint>

const withoutRoom: readonly [string, Break][] = [
  ['nothing breaks', nothing],
  ['server killed before the decision is committed', killAtCommit('before', REFUND)],
  ['decision committed, its answer lost', cutAtCommit('committed', REFUND)],
  [
    'server killed after the decision, before it calls the provider',
    killAtCommit('committed', REFUND),
  ],
  ['database stopped as the decision is committed', stopDatabaseAtCommit('sent', REFUND)],
  ['server killed before the provider refunds', killDuringCall('not done', CREATE_REFUND)],
  ['server killed after the provider refunded', killDuringCall('done', CREATE_REFUND)],
  ['refunded, the answer lost each time', failCall('cutAfter', CREATE_REFUND)],
  ['refunded, and the provider answers 500', failCall('error500After', CREATE_REFUND, 1)],
  ['the provider answers 500 each time', failCall('error500', CREATE_REFUND)],
  ['server killed before it stores the refund', killAt(/update "refunds" set/)],
]
const SHORT = 'server killed after the provider refunded'

/** The hold has expired unpaid, so the reconciler cancels the intent. */
const abandoned = {
  ends: { 'is gone': 'unpaid' },
  before: ({ buyer }) => buyer.upTo('confirm'),
  act: (scene) => scene.letTimePass(20),
} satisfies Partial<CutPoint>

const canceling: CutPoint[] = [
  {
    ...abandoned,
    name: 'cancel: server killed before the provider cancels',
    break: killDuringCall('not done', CANCEL),
  },
  {
    ...abandoned,
    name: 'cancel: server killed after the provider canceled',
    break: killDuringCall('done', CANCEL),
  },
  {
    ...abandoned,
    name: 'cancel: the buyer pays while the cancellation is on its way',
    ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
    // The call hangs before the provider acts; `heal` breaks its connection, and the SDK retries.
    break: failCall('timeout', CANCEL, 1),
    after: ({ buyer }) => buyer.do('confirm'),
  },
  {
    ...abandoned,
    name: 'cancel: done, and the buyer tries to pay before the shop knows',
    break: killDuringCall('done', CANCEL),
    after: ({ buyer }) => buyer.do('confirm'),
  },
]

export const LAPSING: readonly CutPoint[] = [
  ...withRoom.map(
    ([what, how]): CutPoint => ({
      name: `paid after the hold ended, tickets left: ${what}`,
      ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
      break: how,
      ...late,
    }),
  ),
  ...withoutRoom.map(
    ([what, how]): CutPoint => ({
      name: `paid after the hold ended, sold out: ${what}`,
      ends: { 'comes back': 'refunded', 'is gone': 'refunded' },
      ...(what === SHORT ? { inShort: 'is gone' } : {}),
      break: how,
      ...tooLate,
    }),
  ),
  ...canceling,
]
