import type { CutPoint } from '../cut-point.ts'
import { CHANGING } from './changing.ts'
import { LAPSING } from './expiring.ts'
import { HOLDING } from './holding.ts'
import { MAILING } from './mailing.ts'
import { MASS_REFUNDING } from './mass-refunding.ts'
import { ORDERING } from './ordering.ts'
import { PAYING } from './paying.ts'
import { REFUNDING } from './refunding.ts'
import { TELLING } from './webhooks.ts'

/** From the click to the ticket, step by step, all refunds of a session, and the payment for a change. */
export const CUT_POINTS: readonly CutPoint[] = [
  ...HOLDING,
  ...PAYING,
  ...ORDERING,
  ...TELLING,
  ...LAPSING,
  ...REFUNDING,
  ...MASS_REFUNDING,
  ...MAILING,
  ...CHANGING,
]
