import type { Policies } from '@foyer/contract'
import {
  type CancelRule,
  type ChangeFee,
  type ChangeRule,
  DEFAULT_POLICY,
  fromMajor,
  IMPORTANT_INFORMATION,
  ORDER_LOOKUPS,
  POLICY_LIMITS,
  toMajor,
} from '@foyer/domain'
import * as z from 'zod/mini'

/**
 * The policies as the fields of a form: hours and percent instead of minutes and parts per million, and
 * a text where a number may be missing.
 */

const MINUTES = 60
const PPM = 10_000

/** How many steps of a refund the form has; a policy from elsewhere may have more. */
export const SHARES = [1, 2, 3] as const

const orNone = (wanted: string) =>
  z.string().check(z.refine((text) => /^(\d{1,6}([.,]\d{1,2})?)?$/.test(text.trim()), wanted))

/** Hours before a session; below zero after its start, four weeks at most. */
const hoursLike = (pattern: RegExp, wanted: string) =>
  z
    .string()
    .check(
      z.refine(
        (text) => pattern.test(text.trim()) && minutesOf(text) >= -POLICY_LIMITS.minutesAfterStart,
        wanted,
      ),
    )

const hours = hoursLike(
  /^-?\d{1,4}([.,]\d{1,2})?$/,
  'Enter a number of hours, such as 24, or -24 for a day after the start.',
)
const percent = orNone('Enter a number from 0 to 100.').check(
  z.refine((text) => numberOf(text) <= 100, 'Enter a number from 0 to 100.'),
)

const limit = z.string().check(z.regex(/^\d{0,2}$/, 'Enter a whole number, or nothing.'))
const feeType = z.enum(['none', 'flat', 'percentage'])
const fee = orNone('Enter an amount, such as 5.')
const shareHours = hoursLike(/^(-?\d{1,4}([.,]\d{1,2})?)?$/, 'Enter a number of hours, or nothing.')

/** What the form has; `version` is that of what it was opened with. */
export const policyFormSchema = z.object({
  rescheduleAllowed: z.boolean(),
  rescheduleHours: hours,
  rescheduleLimit: limit,
  rescheduleFeeType: feeType,
  rescheduleFee: fee,
  rescheduleRefunds: z.boolean(),
  upgradeAllowed: z.boolean(),
  upgradeHours: hours,
  upgradeLimit: limit,
  upgradeFeeType: feeType,
  upgradeFee: fee,
  upgradeRefunds: z.boolean(),
  cancelAllowed: z.boolean(),
  cancelHours: hours,
  cancelFees: z.boolean(),
  share1Hours: shareHours,
  share1Percent: percent,
  share2Hours: shareHours,
  share2Percent: percent,
  share3Hours: shareHours,
  share3Percent: percent,
  orderLookup: z.enum(ORDER_LOOKUPS),
  waivesSmallTotals: z.boolean(),
  hasOwnLines: z.enum(['ours', 'own']),
  lines: z.string(),
  version: z.string(),
})
export type PolicyValues = z.input<typeof policyFormSchema>

const numberOf = (text: string): number => Number(text.trim().replace(',', '.') || 0)
const minutesOf = (text: string): number => Math.round(numberOf(text) * MINUTES)
const hoursText = (minutes: number): string => String(Math.round((minutes / MINUTES) * 100) / 100)

/** The fee of a rule as two fields. */
function feeValues(rule: ChangeRule, currency: string) {
  if (rule.fee === null) return { type: 'none' as const, amount: '' }
  const amount =
    rule.fee.feeType === 'flat' ? toMajor(rule.fee.amountMinor, currency) : rule.fee.ratePpm / PPM
  return { type: rule.fee.feeType, amount: String(amount) }
}

/** The fields of the policies as they are stored. */
export function valuesOf(policies: Policies, currency: string): PolicyValues {
  const { orderLookup, waivesSmallTotals, importantInformation, version } = policies
  const reschedule = policies.reschedule ?? DEFAULT_POLICY.reschedule
  const upgrade = policies.upgrade ?? DEFAULT_POLICY.upgrade
  const cancel = policies.cancel ?? DEFAULT_POLICY.cancel
  const fees = {
    reschedule: feeValues(reschedule, currency),
    upgrade: feeValues(upgrade, currency),
  }
  const [first, second, third] = SHARES.map((_, index) => shareValues(cancel.shares[index]))
  return {
    rescheduleAllowed: reschedule.isAllowed,
    rescheduleHours: hoursText(reschedule.untilMinutes),
    rescheduleLimit: String(reschedule.limit ?? ''),
    rescheduleFeeType: fees.reschedule.type,
    rescheduleFee: fees.reschedule.amount,
    rescheduleRefunds: reschedule.refundsDecrease,
    upgradeAllowed: upgrade.isAllowed,
    upgradeHours: hoursText(upgrade.untilMinutes),
    upgradeLimit: String(upgrade.limit ?? ''),
    upgradeFeeType: fees.upgrade.type,
    upgradeFee: fees.upgrade.amount,
    upgradeRefunds: upgrade.refundsDecrease,
    cancelAllowed: cancel.isAllowed,
    cancelHours: hoursText(cancel.untilMinutes),
    cancelFees: cancel.withFees,
    share1Hours: first?.hours ?? '',
    share1Percent: first?.percent ?? '',
    share2Hours: second?.hours ?? '',
    share2Percent: second?.percent ?? '',
    share3Hours: third?.hours ?? '',
    share3Percent: third?.percent ?? '',
    orderLookup,
    waivesSmallTotals,
    hasOwnLines: importantInformation ? 'own' : 'ours',
    lines: (importantInformation ?? IMPORTANT_INFORMATION).join('\n'),
    version,
  }
}

const shareValues = (share: CancelRule['shares'][number] | undefined) =>
  share && { hours: hoursText(share.untilMinutes), percent: String(share.ratePpm / PPM) }

interface ChangeTyped {
  isAllowed: boolean
  hours: string
  limit: string
  feeType: 'none' | ChangeFee['feeType']
  fee: string
  refundsDecrease: boolean
}

function changeRule(typed: ChangeTyped, currency: string): ChangeRule {
  const { isAllowed, refundsDecrease } = typed
  return {
    isAllowed,
    untilMinutes: minutesOf(typed.hours),
    limit: numberOf(typed.limit) || null,
    fee: feeOf(typed, currency),
    refundsDecrease,
  }
}

function feeOf({ feeType, fee }: ChangeTyped, currency: string): ChangeFee | null {
  const amount = numberOf(fee)
  if (feeType === 'none' || amount === 0) return null
  return feeType === 'flat'
    ? { feeType, amountMinor: fromMajor(amount, currency) ?? 0 }
    : { feeType, ratePpm: Math.round(amount * PPM) }
}

/** Steps without hours or percent are left out; without any step everything is refunded. */
function cancelRule(values: PolicyValues): CancelRule {
  const steps = SHARES.map((step) => [values[`share${step}Hours`], values[`share${step}Percent`]])
    .filter((texts) => texts.every((text = '') => text.trim() !== ''))
    .map(([until = '', share = '']) => ({
      untilMinutes: minutesOf(until),
      ratePpm: Math.round(numberOf(share) * PPM),
    }))
  const untilMinutes = minutesOf(values.cancelHours)
  return {
    isAllowed: values.cancelAllowed,
    untilMinutes,
    shares: steps.length > 0 ? steps : [{ untilMinutes, ratePpm: 100 * PPM }],
    withFees: values.cancelFees,
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** The rules that the fields mean. */
export const rulesOf = (values: PolicyValues, currency: string) => ({
  reschedule: changeRule(
    {
      isAllowed: values.rescheduleAllowed,
      hours: values.rescheduleHours,
      limit: values.rescheduleLimit,
      feeType: values.rescheduleFeeType,
      fee: values.rescheduleFee,
      refundsDecrease: values.rescheduleRefunds,
    },
    currency,
  ),
  upgrade: changeRule(
    {
      isAllowed: values.upgradeAllowed,
      hours: values.upgradeHours,
      limit: values.upgradeLimit,
      feeType: values.upgradeFeeType,
      fee: values.upgradeFee,
      refundsDecrease: values.upgradeRefunds,
    },
    currency,
  ),
  cancel: cancelRule(values),
})

/** The body of the call. A rule that is the default is sent as none, so that it stays the default. */
export function bodyOf(values: PolicyValues, currency: string): Policies {
  const { reschedule, upgrade, cancel } = rulesOf(values, currency)
  const { orderLookup, waivesSmallTotals, version } = values
  return {
    reschedule: isSame(reschedule, DEFAULT_POLICY.reschedule) ? null : reschedule,
    upgrade: isSame(upgrade, DEFAULT_POLICY.upgrade) ? null : upgrade,
    cancel: isSame(cancel, DEFAULT_POLICY.cancel) ? null : cancel,
    ...{ orderLookup, waivesSmallTotals, version },
    importantInformation: values.hasOwnLines === 'own' ? linesOf(values.lines) : null,
  }
}

/** One fact a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
