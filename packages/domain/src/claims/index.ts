import { type Claim, figureOf } from './claim.ts'
import { EXTRAS } from './extras.ts'
import { FEATURES } from './features.ts'
import { PROMISE, SCALE } from './scale.ts'
import { STATS } from './stats.ts'

export * from './claim.ts'
export * from './extras.ts'
export * from './features.ts'
export * from './scale.ts'
export * from './stats.ts'

/** Every claim by the section of the landing page that shows it. */
export const CLAIMS: ReadonlyMap<string, readonly Claim[]> = new Map<string, readonly Claim[]>([
  ['First screen', [PROMISE]],
  ['Stats band', STATS.map((stat) => ({ ...stat, text: `${figureOf(stat)} ${stat.text}` }))],
  ['Features', FEATURES.flatMap(({ claim, highlights }) => [claim, ...highlights])],
  ['Scale and security', SCALE],
  ['Extra features', EXTRAS.map((extra) => ({ ...extra, text: `${extra.text}: ${extra.detail}` }))],
])
