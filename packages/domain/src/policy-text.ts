import { formatInstantDate, formatTime } from './calendar.ts'
import type {
  CancelRule,
  ChangeFee,
  ChangePolicy,
  ChangeRequestKind,
  ChangeRule,
} from './change-policy.ts'
import { formatPrice } from './money.ts'

interface MoneyFormat {
  currency: string
  locale: string
}

export interface PolicyTextOptions extends MoneyFormat {
  /** The session that the tickets are for, if it is known: deadlines are then dates at the venue. */
  session?: { startsAt: string; timeZone: string } | null | undefined
  /** Whether the event has another session on sale; assumed if it is not known. */
  hasOtherSession?: boolean
  /** The present instant; beside a session, deadlines that are over are left out. */
  now?: Date
}

/** What buyers may change, as sentences. */
export interface PolicyTexts {
  reschedule: string
  upgrade: string
  cancel: string
}

/**
 * Says a policy in plain words: 'Reschedule free of charge until 2 hours before the session.' The page
 * of an event, the review, the order and the dialogs show the same sentences.
 */
export const policyTexts = (policy: ChangePolicy, options: PolicyTextOptions): PolicyTexts => ({
  reschedule: rescheduleText(policy.reschedule, options),
  upgrade: upgradeText(policy.upgrade, options),
  cancel: cancelText(policy.cancel, options),
})

/** A rule as it applies to certain tickets now. */
interface ChangeTerms {
  /** The instant from which on the tickets can no longer be changed. */
  changesUntil: string
  /** How often the order may still be changed in this way; null is without limit. */
  changesLeft: number | null
  fee: ChangeFee | null
  refundsDecrease: boolean
}

/** The terms of a change in the words of {@link policyTexts}, for the dialog in which it is made. */
export function changeTermsText(
  kind: ChangeRequestKind,
  terms: ChangeTerms,
  options: MoneyFormat & { timeZone: string },
): string {
  const deadline = `until ${atVenue(terms.changesUntil, options.timeZone, options.locale)}`
  const texts = { ...terms, until: deadline + timesLeftText(terms) }
  return kind === 'reschedule'
    ? rescheduleSentences(texts, options)
    : upgradeSentence(texts, options)
}

const ONLY_SESSION = 'There is no other date or time to reschedule to.'

function rescheduleText(rule: ChangeRule, options: PolicyTextOptions): string {
  if (!rule.isAllowed) return 'Tickets cannot be rescheduled.'
  if (isOver(rule, options)) return 'Tickets can no longer be rescheduled.'
  if (options.hasOtherSession === false) return ONLY_SESSION
  return rescheduleSentences({ ...rule, until: until(rule, options) + timesText(rule) }, options)
}

function upgradeText(rule: ChangeRule, options: PolicyTextOptions): string {
  if (!rule.isAllowed) return 'Tickets cannot be upgraded.'
  if (isOver(rule, options)) return 'Tickets can no longer be upgraded.'
  return upgradeSentence({ ...rule, until: until(rule, options) + timesText(rule) }, options)
}

interface ChangeTexts extends Pick<ChangeRule, 'fee' | 'refundsDecrease'> {
  /** 'until the session begins, once per order' */
  until: string
}

function rescheduleSentences(
  { fee, refundsDecrease, until }: ChangeTexts,
  format: MoneyFormat,
): string {
  const price = fee ? `for ${feeText(fee, format)}` : 'free of charge'
  const increase = `You ${fee ? 'also' : 'only'} pay the difference if the new time costs more`
  const decrease = refundsDecrease ? ', and get it back if it costs less.' : KEEPS_DECREASE
  return `Reschedule ${price} ${until}. ${increase}${decrease}`
}

function upgradeSentence({ fee, until }: ChangeTexts, format: MoneyFormat): string {
  const andFee = fee ? ` and ${feeText(fee, format)}` : ''
  return `Upgrade for the difference in price${andFee} ${until}.`
}

const KEEPS_DECREASE =
  '; if it costs less, the difference is not refunded, but counts towards the next change of your order.'

const feeText = (fee: ChangeFee, { currency, locale }: MoneyFormat): string =>
  fee.feeType === 'flat'
    ? `a fee of ${formatPrice(fee.amountMinor, currency, locale)} per ticket`
    : `a fee of ${percentText(fee.ratePpm, locale)} of the ticket price`

const WHOLE = 1_000_000

const percentText = (ratePpm: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    ratePpm / WHOLE,
  )

function timesText({ limit }: ChangeRule): string {
  if (limit === null) return ''
  return limit === 1 ? ', once per order' : `, up to ${limit} times per order`
}

function timesLeftText({ changesLeft }: ChangeTerms): string {
  if (changesLeft === null) return ''
  return changesLeft === 1 ? ', once more' : `, up to ${changesLeft} more times`
}

function cancelText(rule: CancelRule, options: PolicyTextOptions): string {
  if (!rule.isAllowed) return 'Tickets cannot be cancelled here.'
  const steps = cancelSteps(rule).filter((step) => !isOver(step, options))
  if (steps.length === 0) return 'Tickets can no longer be cancelled here.'
  const parts = steps.map(({ untilMinutes, ratePpm }, index) => {
    const deadline = until({ untilMinutes }, options, index > 0 && options.session == null)
    return `${deadline} ${backText(rule, ratePpm, options.locale)}`
  })
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
  return `Cancel ${list}.${feesText(rule, steps)}`
}

function backText({ withFees }: CancelRule, ratePpm: number, locale: string): string {
  if (ratePpm === 0) return 'without a refund'
  if (ratePpm < WHOLE) return `for a refund of ${percentText(ratePpm, locale)} of the price`
  return withFees ? 'for a full refund' : 'for a refund of the full price'
}

function feesText({ withFees }: CancelRule, steps: CancelRule['shares']): string {
  if (steps.every(({ ratePpm }) => ratePpm === 0)) return ''
  if (!withFees) return ' Service fees are not refunded.'
  const hasParts = steps.some(({ ratePpm }) => ratePpm > 0 && ratePpm < WHOLE)
  return hasParts ? ' Service fees are refunded in the same share.' : ''
}

/** The shares with the end of each, earliest first: none outlasts the rule itself. */
function cancelSteps({ shares, untilMinutes }: CancelRule): CancelRule['shares'] {
  const steps = shares
    .toSorted((a, b) => b.untilMinutes - a.untilMinutes)
    .filter((_, index, rows) => index === 0 || (rows[index - 1]?.untilMinutes ?? 0) > untilMinutes)
    .map((row) => ({ ...row, untilMinutes: Math.max(row.untilMinutes, untilMinutes) }))
  const last = steps.at(-1)
  return last?.untilMinutes === untilMinutes ? steps : [...steps, { untilMinutes, ratePpm: 0 }]
}

interface Deadline {
  untilMinutes: number
}

const endOf = ({ untilMinutes }: Deadline, { startsAt }: { startsAt: string }): Date =>
  new Date(Date.parse(startsAt) - untilMinutes * 60_000)

const isOver = (deadline: Deadline, { session, now }: PolicyTextOptions): boolean =>
  session != null && now !== undefined && endOf(deadline, session) <= now

/** 'until 2 hours before the session', or the same as a date at the venue. */
function until(
  deadline: Deadline,
  { session, locale }: PolicyTextOptions,
  isRepeated = false,
): string {
  if (session) {
    return `until ${atVenue(endOf(deadline, session).toISOString(), session.timeZone, locale)}`
  }
  const { untilMinutes } = deadline
  if (untilMinutes === 0) return isRepeated ? 'until it begins' : 'until the session begins'
  if (untilMinutes < 0) {
    return `until ${durationText(-untilMinutes)} after ${isRepeated ? 'it' : 'the session'} has begun`
  }
  return `until ${durationText(untilMinutes)} before ${isRepeated ? 'it' : 'the session'}`
}

const atVenue = (instant: string, timeZone: string, locale: string): string =>
  `${formatInstantDate(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)} (venue time)`

const HOUR = 60
const DAY = 24 * HOUR

function durationText(minutes: number): string {
  if (minutes % DAY === 0 && minutes >= 2 * DAY) return `${minutes / DAY} days`
  if (minutes % HOUR === 0) return minutes === HOUR ? '1 hour' : `${minutes / HOUR} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
