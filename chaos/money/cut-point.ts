import { setTimeout as delay } from 'node:timers/promises'
import type { EventPlan } from '@foyer/testkit/builder'
import type { Break } from './breaks.ts'
import type { BuyerOptions, Step, Told } from './buyer.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { untilSettled } from './settle.ts'
import type { Ending, Finding } from './verdict.ts'

/** Whether the buyer reloads the page after the crash, or is never seen again. */
export type Sequel = 'comes back' | 'is gone'

/** A moment of a purchase at which something breaks. */
export interface CutPoint {
  name: string
  /** How it has to end, for each of the sequels that it is played with. */
  ends: Partial<Record<Sequel, Ending>>
  /** One of those that make the short form, played with this sequel alone. */
  inShort?: Sequel
  /** Takes a minute by nature, and is begun early. */
  isSlow?: true
  event?: EventPlan
  buyer?: BuyerOptions
  /** Brings the purchase to where it is cut. */
  before(scene: Scene): Promise<unknown>
  break: Break
  /** What is cut. */
  act(scene: Scene): Promise<unknown>
  /** What goes on around it once everything works again. */
  after?(scene: Scene): Promise<unknown>
  /** What else must be so in the end. */
  check?(scene: Scene): Promise<Finding[]>
}

export interface CutResult {
  ending: Ending | null
  findings: Finding[]
  /** From the moment everything worked again until all was settled. */
  settledMs: number
}

const HAPPENS_WITHIN_MS = 30_000
const SETTLES_WITHIN_MS = 120_000

/** A step of the buyer's, and that before which it stands. */
export const atStep = (step: Step): Pick<CutPoint, 'before' | 'act'> => ({
  before: ({ buyer }) => buyer.upTo(step),
  act: ({ buyer }) => buyer.do(step),
})

/** Plays a cut point on a rig that nothing else goes on at. */
export async function playCutPoint(
  rig: Rig,
  point: CutPoint,
  sequel: Sequel,
  ending: Ending,
  settlesWithinMs = SETTLES_WITHIN_MS,
): Promise<CutResult> {
  const findings: Finding[] = []
  const scene = await Scene.open(rig, point.event, point.buyer)
  await point.before(scene)
  const { happened } = await point.break(scene)
  const acted = point.act(scene)
  if (!(await isInTime(happened, HAPPENS_WITHIN_MS))) {
    findings.push({ kind: 'broken', text: 'it never came to this' })
  }
  await acted
  await rig.heal()
  await point.after?.(scene)

  const healedAt = performance.now()
  if (sequel === 'comes back') findings.push(...checkTold(await scene.buyer.comeBack(), ending))
  if (ending === 'unpaid') await scene.letTimePass(20)
  const { cartId } = scene
  const settled = await untilSettled(
    rig,
    [{ cartId, quantity: scene.buyer.quantity }],
    settlesWithinMs,
  )
  const came = settled.endings.get(cartId) ?? null
  if (came && came !== ending) findings.push({ kind: 'broken', text: `it ended ${came}` })
  findings.push(...settled.findings, ...((await point.check?.(scene)) ?? []))
  findings.push(...rig.takeCrashes().map((text) => ({ kind: 'broken' as const, text })))
  return { ending: came, findings, settledMs: performance.now() - healedAt }
}

const TOLD: Record<Ending, Told> = {
  ticketed: 'ticketed',
  refunded: 'refunded',
  unpaid: 'lapsed',
}

const checkTold = (told: Told, ending: Ending): Finding[] =>
  told === TOLD[ending] ? [] : [{ kind: 'broken', text: `the buyer was told: ${told}` }]

const isInTime = (happened: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  Promise.race([happened.then(() => true), delay(milliseconds, false, { ref: false })])
