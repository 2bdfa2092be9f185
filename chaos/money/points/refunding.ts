import { setTimeout as delay } from 'node:timers/promises'
import { killOnceAfter, nothing } from '../breaks.ts'
import type { CutPoint } from '../cut-point.ts'
import type { Provider } from '../provider.ts'
import type { Scene } from '../scene.ts'
import { tooLate } from './expiring.ts'

/** A card whose refunds are pending for three seconds. */
const SLOW_REFUNDS = '4000000000007726'
const BOUNCING_REFUNDS = '4000000000005126'
const LOOK_EVERY_MS = 100
const NOTE = /update "refunds" set/

const pending = {
  ...tooLate,
  buyer: { card: SLOW_REFUNDS },
  ends: { 'is gone': 'refunded' },
} satisfies Partial<CutPoint>

/** The order call decides on the refund; no webhook reports the provider's result. */
async function refundUnheard({ rig, buyer }: Scene): Promise<void> {
  await rig.provider.mishapsByChance(1, { lost: 1 })
  await buyer.do('confirm')
  await buyer.do('order')
  await untilRefund(rig.provider, buyer.intentId, 'succeeded')
}

/** The bank returns the first refund and accepts the second. */
async function refundBounces({ rig, buyer }: Scene): Promise<void> {
  await buyer.do('confirm')
  await untilRefund(rig.provider, buyer.intentId, 'failed')
  await rig.provider.acceptRefunds()
}

/** Resolves once the provider has a refund of the intent in this state. */
async function untilRefund(provider: Provider, intentId: string, status: string): Promise<void> {
  const isThere = async () =>
    (await provider.refunds()).some(
      (refund) => refund.payment_intent === intentId && refund.status === status,
    )
  while (!(await isThere())) await delay(LOOK_EVERY_MS)
}

export const REFUNDING: readonly CutPoint[] = [
  { ...pending, name: 'refund: pending at first', break: nothing },
  {
    ...pending,
    name: 'refund: pending, server killed as it stores that it succeeded',
    break: killOnceAfter(NOTE, NOTE),
  },
  {
    ...pending,
    name: 'refund: pending, and no webhook reports that it succeeded',
    break: nothing,
    act: refundUnheard,
  },
  {
    ...pending,
    name: 'refund: fails later, and is made again',
    buyer: { card: BOUNCING_REFUNDS },
    break: nothing,
    act: refundBounces,
  },
  {
    ...pending,
    name: 'refund: fails later, server killed as it stores that',
    buyer: { card: BOUNCING_REFUNDS },
    break: killOnceAfter(NOTE, NOTE),
    act: refundBounces,
  },
]
