import { setTimeout as delay } from 'node:timers/promises'
import { findDifferences } from '@foyer/server/audit'
import { gatherFacts } from './facts.ts'
import type { Rig } from './rig.ts'
import { type Ending, type Finding, judge, type Verdict } from './verdict.ts'

/** A cart, and how many tickets were wanted in it. */
export interface Wanted {
  cartId: string
  quantity: number
}

export interface Settled {
  /** The verdict per cart, without the carts that did not settle in time. */
  endings: Map<string, Ending>
  findings: Finding[]
  /** Milliseconds from the call until the last cart was settled. */
  milliseconds: number
}

const LOOK_EVERY_MS = 200

/**
 * Waits until every cart has settled by itself, and judges each. A cart that has not settled in time
 * is lost, even if it settles later.
 */
export const untilSettled = (
  rig: Pick<Rig, 'sql' | 'provider'>,
  carts: readonly Wanted[],
  withinMs: number,
): Promise<Settled> =>
  untilJudged(rig, {
    ids: carts.map(({ cartId }) => cartId),
    judge: () => judgeAll(rig, carts),
    withinMs,
  })

/** Does the same for anything that has a verdict, by its id. */
export async function untilJudged(
  rig: Pick<Rig, 'sql'>,
  {
    ids,
    judge,
    withinMs,
  }: { ids: readonly string[]; judge(): Promise<Map<string, Verdict>>; withinMs: number },
): Promise<Settled> {
  const startedAt = performance.now()
  for (;;) {
    const verdicts = await judge()
    const milliseconds = performance.now() - startedAt
    const open = ids.filter((id) => !verdicts.get(id)?.ending)
    if (open.length > 0 && milliseconds < withinMs) {
      await delay(LOOK_EVERY_MS)
      continue
    }
    const findings = [...verdicts].flatMap(([id, verdict]) =>
      verdict.findings.map(({ kind, text }) => ({ kind, text: `${id}: ${text}` })),
    )
    const seconds = Math.round(milliseconds / 1000)
    const late = open.map((id) => ({
      kind: 'lost' as const,
      text: `${id}: not settled after ${seconds} s: ${verdicts.get(id)?.open.join(', ')}`,
    }))
    return {
      endings: new Map([...verdicts].flatMap(([id, { ending }]) => (ending ? [[id, ending]] : []))),
      findings: [...findings, ...late, ...(await auditOf(rig))],
      milliseconds,
    }
  }
}

async function judgeAll(
  rig: Pick<Rig, 'sql' | 'provider'>,
  carts: readonly Wanted[],
): Promise<Map<string, Verdict>> {
  const facts = await gatherFacts(
    rig,
    carts.map((cart) => cart.cartId),
  )
  return new Map(
    carts.flatMap(({ cartId, quantity }) => {
      const known = facts.get(cartId)
      return known ? [[cartId, judge(known, quantity)] as const] : []
    }),
  )
}

/** Recomputes stock, orders and money of the whole database. */
export async function auditOf(rig: Pick<Rig, 'sql'>): Promise<Finding[]> {
  const differences = await findDifferences((text, values) => rig.sql(text, values))
  return differences.map((found) => ({ kind: 'unbalanced', text: JSON.stringify(found) }))
}
