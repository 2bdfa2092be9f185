import { POLICY_LIMITS } from '@foyer/domain'
import * as z from 'zod/mini'
import { isDistinct } from './fields.ts'

const wholeUpTo = (maximum: number, minimum = 0) => z.int().check(z.gte(minimum), z.lte(maximum))
const minutes = wholeUpTo(POLICY_LIMITS.minutes, -POLICY_LIMITS.minutesAfterStart)
const share = wholeUpTo(1_000_000)

const changeRule = z.strictObject({
  isAllowed: z.boolean(),
  untilMinutes: minutes,
  limit: z.nullable(wholeUpTo(POLICY_LIMITS.changes, 1)),
  fee: z.nullable(
    z.discriminatedUnion('feeType', [
      z.strictObject({
        feeType: z.literal('flat'),
        amountMinor: wholeUpTo(POLICY_LIMITS.feeMinor, 1),
      }),
      z.strictObject({ feeType: z.literal('percentage'), ratePpm: wholeUpTo(1_000_000, 1) }),
    ]),
  ),
  refundsDecrease: z.boolean(),
})

const cancelRule = z.strictObject({
  isAllowed: z.boolean(),
  untilMinutes: minutes,
  shares: z.readonly(
    z.array(z.strictObject({ untilMinutes: minutes, ratePpm: share })).check(
      z.minLength(1),
      z.maxLength(POLICY_LIMITS.shares),
      z.refine((rows) => isDistinct(rows.map(({ untilMinutes }) => String(untilMinutes))), {
        error: 'Each time may have one share only',
      }),
      z.refine((rows) => isFalling(rows), {
        error: 'A share must not rise as the session comes nearer',
      }),
    ),
  ),
  withFees: z.boolean(),
})

const isFalling = (rows: readonly { untilMinutes: number; ratePpm: number }[]) =>
  rows
    .toSorted((a, b) => b.untilMinutes - a.untilMinutes)
    .every(({ ratePpm }, index, sorted) => ratePpm <= (sorted[index - 1]?.ratePpm ?? 1_000_000))

/**
 * A change policy: `ChangePolicy` of the domain, which explains the fields, with the bounds of its
 * values. Unknown fields are refused, so that a misspelled one does not count as the default.
 */
export const changePolicySchema = z.strictObject({
  reschedule: changeRule,
  upgrade: changeRule,
  cancel: cancelRule,
})
