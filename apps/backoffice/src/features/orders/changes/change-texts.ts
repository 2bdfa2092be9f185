import {
  ApiError,
  type ChangeQuote,
  type RescheduleSession,
  type UpgradeOption,
} from '@foyer/contract'
import {
  type BeyondBuyers,
  type CancelRefusal,
  discountRows,
  formatDifference,
  formatTime,
  minorOf,
} from '@foyer/domain'
import type { FigureRow } from '../figures-box.tsx'

/** How the dialogs of changes read. `Amount` writes minor units of the order's currency. */
type Amount = (minor: number) => string

/** '1 ticket', '3 tickets' */
export const ticketsText = (count: number): string =>
  count === 1 ? '1 ticket' : `${count} tickets`

/** Whether a refusal says that the figures are no longer those that were shown. */
export const hasOtherFigures = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['amount_mismatch', 'payment_required', 'nothing_to_pay'].includes(error.code)

/** Above the reason why nothing was changed. */
export const failureTitle = (error: unknown): string =>
  hasOtherFigures(error) ? 'The figures have changed' : 'Nothing was changed'

/** Where the reason of a change is missing or too long. */
export const REASON_PROBLEM = 'Say why, in at most 1,000 characters.'

const BEYOND: Readonly<Record<BeyondBuyers | CancelRefusal, string>> = {
  not_allowed: 'the policy of this event does not allow it',
  too_late: 'the policy allows it only until a time that has passed',
  limit_reached: 'the order was changed as often as its buyer may change it',
  disputed: 'the bank is taking a charge of this order back',
  already_cancelled: 'the order is refunded',
  called_off: 'the date was called off',
  session_closed: 'the date was called off',
  over: 'the date is over',
  past: 'the date has begun',
  not_on_sale: 'this ticket type is not on sale for that date now',
  above_maximum: 'these are more of one type than can be bought at once',
  redeemed: 'the ticket was used at the door',
}

/** Says that the team does what buyers cannot do by themselves, and why they cannot. */
export const beyondText = (reason: BeyondBuyers | CancelRefusal): string =>
  `Buyers could not do this: ${BEYOND[reason]}.`

/** What a change asks of the buyer. */
export function outcomeOf({ dueMinor, refundMinor }: ChangeQuote): {
  title: string
  minor: number
} {
  if (dueMinor > 0) return { title: 'The buyer pays', minor: dueMinor }
  return refundMinor > 0
    ? { title: 'Goes back to the buyer', minor: refundMinor }
    : { title: 'Nothing to pay', minor: 0 }
}

/** What a change costs, line by line: what the order is then, less what it is now, and the fee. */
export function figuresOf(change: ChangeQuote, amount: Amount): FigureRow[] {
  const { before, after, changeFeeMinor, differenceMinor, dueMinor, refundMinor } = change
  const paidBesidesMinor = after.totalMinor + changeFeeMinor - before.totalMinor - differenceMinor
  const staysMinor = -differenceMinor - refundMinor
  const rows: [string, number][] = [
    ...after.lines.map(({ name, quantity, subtotalMinor }): [string, number] => [
      `${quantity} × ${name}`,
      subtotalMinor,
    ]),
    ...discountRows(after).map(({ label, discountMinor }): [string, number] => [
      label,
      -discountMinor,
    ]),
    ['Service fees', after.feeMinor],
    ['Taxes', after.taxMinor],
    ['Change fee', changeFeeMinor],
    ['Paid for the order as it is now', -before.totalMinor],
    ['Credit used', Math.min(0, -paidBesidesMinor)],
    ['Left open before, now included', Math.max(0, -paidBesidesMinor)],
    ['Not charged: too small for a card', change.isWaived ? -differenceMinor : 0],
    ['Stays as credit for the next change', dueMinor === 0 && staysMinor > 0 ? staysMinor : 0],
  ]
  return rows.flatMap(([label, minor]) => (minor === 0 ? [] : [[label, amount(minor)] as const]))
}

interface Money {
  currency: string
  locale: string
}

const differenceText = (minor: number, { currency, locale }: Money): string =>
  minor === 0 ? 'Same price' : formatDifference(minor, currency, locale)

/** What a session costs more, and how much room it has: '+$20.00 · 12 left'. */
export function sessionSummary(session: RescheduleSession, money: Money): string {
  const { totalDifference, isWaived, isCurrent, hasRoom, availableCapacity } = session
  if (isCurrent) return 'Where the tickets are now'
  const minor = minorOf(totalDifference, money.currency)
  const price = differenceText(minor, money) + (isWaived ? ', waived' : '')
  if (availableCapacity === null) return price
  if (availableCapacity === 0) return `${price} · sold out`
  return `${price} · ${availableCapacity} left${hasRoom ? '' : ', too few'}`
}

/** '10:00 AM' with the name of the session, unless that begins with the time. */
export function sessionName(
  { startTime, displayName }: Pick<RescheduleSession, 'startTime' | 'displayName'>,
  timeZone: string,
  locale: string,
): string {
  const time = formatTime(startTime, timeZone, locale)
  if (displayName.startsWith(time)) return displayName
  return displayName ? `${time}, ${displayName}` : time
}

/** What a type costs more, and how many are left: '+$20.00 a ticket · 3 left'. */
export function upgradeSummary(option: UpgradeOption, money: Money): string {
  const { eachMinor, priceDifference, availableCapacity, canUpgrade } = option
  const minor = eachMinor ?? minorOf(priceDifference, money.currency)
  const price = `${differenceText(minor, money)} a ticket`
  if (availableCapacity === 0) return `${price} · sold out`
  if (availableCapacity !== null) {
    return `${price} · ${availableCapacity} left${canUpgrade ? '' : ', too few'}`
  }
  return canUpgrade ? price : `${price} · not for so many tickets at once`
}
