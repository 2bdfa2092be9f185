import type { CutPoint } from '../cut-point.ts'
import { HOLDING } from './holding.ts'
import { LAPSING } from './lapsing.ts'
import { MAILING } from './mailing.ts'
import { ORDERING } from './ordering.ts'
import { PAYING } from './paying.ts'
import { REFUNDING } from './refunding.ts'
import { TELLING } from './telling.ts'

/** From the click to the ticket, step by step. */
export const CUT_POINTS: readonly CutPoint[] = [
  ...HOLDING,
  ...PAYING,
  ...ORDERING,
  ...TELLING,
  ...LAPSING,
  ...REFUNDING,
  ...MAILING,
]
