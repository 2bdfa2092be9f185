import { setTimeout as delay } from 'node:timers/promises'
import type { EventPlan } from '@foyer/testkit/builder'
import type { Break } from './breaks.ts'
import type { BuyerOptions, Outcome, Step } from './buyer.ts'
import { untilChangeSettled } from './judge-change.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { type Settled, untilSettled } from './settle.ts'
import type { Ending, Finding } from './verdict.ts'

/** Whether the buyer reloads the page after the crash or never returns. */
export type Sequel = 'comes back' | 'is gone'

/** A moment of a purchase, or of the payment for a change, at which something breaks. */
export interface CutPoint {
  name: string
  /** The required ending for each sequel that the cut point is played with. */
  ends: Partial<Record<Sequel, Ending>>
  /** The short form plays the cut point with this sequel only; without it, not at all. */
  inShort?: Sequel
  /** Takes a minute, and is therefore begun early. */
  isSlow?: true
  /** What is cut is the payment for a change of an order; its purchase succeeds before. */
  isChange?: true
  event?: EventPlan
  buyer?: BuyerOptions
  /** Brings the purchase to the step that is cut. */
  before(scene: Scene): Promise<unknown>
  break: Break
  /** The call that is cut. */
  act(scene: Scene): Promise<unknown>
  /** Further events, once everything works again. */
  after?(scene: Scene): Promise<unknown>
  /** Waits for the end and judges it, if that is another one than that of a purchase or a change. */
  settle?(scene: Scene, withinMs: number): Promise<Settled>
  /** Checks beyond the usual verdict. */
  check?(scene: Scene): Promise<Finding[]>
}

export interface CutResult {
  ending: Ending | null
  findings: Finding[]
  /** Milliseconds from the moment everything worked again until the purchase was settled. */
  settledMs: number
}

const HAPPENS_WITHIN_MS = 30_000
const SETTLES_WITHIN_MS = 120_000

/** Cuts the given step of the buyer; all steps before it succeed. */
export const atStep = (step: Step): Pick<CutPoint, 'before' | 'act'> => ({
  before: ({ buyer }) => buyer.upTo(step),
  act: ({ buyer }) => buyer.do(step),
})

/** Plays a cut point on a rig that nothing else uses at the time. */
export async function playCutPoint(
  rig: Rig,
  point: CutPoint,
  sequel: Sequel,
  ending: Ending,
  settlesWithinMs = SETTLES_WITHIN_MS,
): Promise<CutResult> {
  const findings: Finding[] = []
  const scene = await Scene.open(rig, point.event, point.buyer)
  if (point.isChange) await scene.buyToChange()
  await point.before(scene)
  const { happened } = await point.break(scene)
  const acted = point.act(scene)
  if (!(await isInTime(happened, HAPPENS_WITHIN_MS))) {
    findings.push({ kind: 'broken', text: 'the cut was never reached' })
  }
  await acted
  await rig.heal()
  await point.after?.(scene)

  const healedAt = performance.now()
  const page = point.isChange ? scene.changer : scene.buyer
  if (sequel === 'comes back') findings.push(...checkOutcome(await page.comeBack(), ending))
  const cartId = point.isChange ? await scene.changeCartId() : scene.cartId
  if (ending === 'unpaid' && cartId) await scene.letTimePass(20, cartId)
  const settled = await settleOf(point)(scene, settlesWithinMs)
  const [came = null] = settled.endings.values()
  if (came && came !== ending) findings.push({ kind: 'broken', text: `it ended ${came}` })
  findings.push(...settled.findings, ...((await point.check?.(scene)) ?? []))
  findings.push(...rig.takeCrashes().map((text) => ({ kind: 'broken' as const, text })))
  return { ending: came, findings, settledMs: performance.now() - healedAt }
}

const settleOf = (point: CutPoint) =>
  point.settle ?? (point.isChange ? untilChangeSettled : untilPurchaseSettled)

const untilPurchaseSettled = ({ rig, cartId, buyer }: Scene, withinMs: number) =>
  untilSettled(rig, [{ cartId, quantity: buyer.quantity }], withinMs)

const OUTCOMES: Record<Ending, Outcome> = {
  ticketed: 'ticketed',
  changed: 'changed',
  refunded: 'refunded',
  unpaid: 'expired',
}

const checkOutcome = (outcome: Outcome, ending: Ending): Finding[] =>
  outcome === OUTCOMES[ending] ? [] : [{ kind: 'broken', text: `the buyer saw: ${outcome}` }]

const isInTime = (happened: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  Promise.race([happened.then(() => true), delay(milliseconds, false, { ref: false })])
