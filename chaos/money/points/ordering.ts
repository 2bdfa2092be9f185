import {
  type Break,
  cutAtCommit,
  failCall,
  killAt,
  killAtCommit,
  killDuringCall,
  stopDatabaseAtCommit,
} from '../breaks.ts'
import { atStep, type CutPoint } from '../cut-point.ts'
import type { Scene } from '../scene.ts'

const SALE = /lane_write_orders/
const LOOK = ({ buyer }: Scene) => `GET /v1/payment_intents/${buyer.intentId}`

const ends = { 'comes back': 'ticketed', 'is gone': 'ticketed' } as const

/** The browser's order call, before any webhook. */
const paid = {
  before: async ({ rig, buyer }) => {
    await rig.provider.holdWebhooks()
    await buyer.upTo('order')
  },
  act: ({ buyer }) => buyer.do('order'),
} satisfies Pick<CutPoint, 'before' | 'act'>

const CUTS: readonly [string, Break][] = [
  ['server killed while it asks the provider', killDuringCall('not done', LOOK)],
  ['the provider answers each call with 500', failCall('error500', LOOK)],
  ['connections to the provider break', failCall('cut', LOOK)],
  ['server killed before the lock', killAt(/lane_lock_stock/)],
  ['server killed between write and commit', killAtCommit('before', SALE)],
  ['server killed with the commit under way', killAtCommit('sent', SALE)],
  ['half of the answer to the commit lost', cutAtCommit('mid-answer', SALE)],
  ['commit done, its answer lost', cutAtCommit('committed', SALE)],
  ['database stopped between write and commit', stopDatabaseAtCommit('before', SALE)],
  ['database stopped with the commit under way', stopDatabaseAtCommit('sent', SALE)],
]

const hungUp: CutPoint = {
  name: 'order: made, the answer to the browser lost',
  ends,
  ...paid,
  break: async ({ rig, buyer }) => ({
    happened: rig.proxy.watchStatement('committed', SALE, () => buyer.hangUp()),
  }),
}

const FREE_CUTS: readonly [string, Break][] = [
  ['server killed between write and commit', killAtCommit('before', SALE)],
  ['commit done, its answer lost', cutAtCommit('committed', SALE)],
  ['server killed after the commit, before it answers', killAtCommit('committed', SALE)],
]

const free: CutPoint[] = FREE_CUTS.map(([what, how]) => ({
  name: `free order: ${what}`,
  ends: { 'comes back': 'ticketed' },
  event: { types: [{ priceMinor: 0 }] },
  buyer: { isFree: true },
  break: how,
  ...atStep('order'),
}))

const paidOrder = (what: string, how: Break): CutPoint => ({
  name: `order: ${what}`,
  ends,
  break: how,
  ...paid,
})

/** The process that sold is dead, so only the database knows that the payment became an order. */
export const KILLED_AFTER_COMMIT: CutPoint = {
  ...paidOrder(
    'server killed after the commit, before it answers',
    killAtCommit('committed', SALE),
  ),
  inShort: 'comes back',
}

export const ORDERING: readonly CutPoint[] = [
  ...CUTS.map(([what, how]) => paidOrder(what, how)),
  KILLED_AFTER_COMMIT,
  hungUp,
  ...free,
]
