import {
  ApiError,
  type ChangeQuote,
  type DeskOrder,
  type RescheduleSession,
  type UpgradeOption,
} from '@foyer/contract'
import { discountRows, formatDifference, formatTime, minorOf } from '@foyer/domain'
import { failureText } from '../../../data/failure-text.ts'
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

const REASONS: Readonly<Record<string, string>> = {
  not_allowed: 'The policy of this event does not allow it.',
  too_late: 'The policy allows it only until a time that has passed.',
  limit_reached: 'The buyer has done it as often as the policy allows.',
}

/** Why an order cannot be changed in some way: what the server says, and what is known of the order. */
export function whyNotText(error: unknown, { view, payments }: DeskOrder): string {
  const said = failureText(error)
  if (!(error instanceof ApiError) || error.status >= 500) return said
  const { reason } = error.details
  // The sentence of a cancellation has its reason.
  if (error.code === 'cancellation_not_possible') return said
  return [said, (typeof reason === 'string' && REASONS[reason]) || whyOf()]
    .filter(Boolean)
    .join(' ')

  function whyOf(): string {
    if (payments.some(({ isDisputed }) => isDisputed)) {
      return 'The buyer’s bank is taking a charge of this order back.'
    }
    const valid = view.tickets.filter(({ isCancelled }) => !isCancelled)
    if (valid.length === 0) return 'None of its tickets is valid any more.'
    return valid.every(({ isRedeemed }) => isRedeemed)
      ? 'All of its tickets were used at the door.'
      : ''
  }
}

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
