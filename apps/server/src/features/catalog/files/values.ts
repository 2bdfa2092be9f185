import { formatAmount, instantOf, minorOf, minorPerMajor, toMajor, zonedIso } from '@foyer/domain'
import {
  type DateStyle,
  isRounded,
  type Problems,
  readDecimal,
  readMoment,
  readWholeNumber,
  readYesNo,
  type TableRow,
} from '@foyer/tables/read'

/** Values of cells. A cell that is none adds a problem, and counts as empty. */

/** A whole number; null if the cell is empty. */
export function readWhole(
  { cells, line }: TableRow,
  head: string,
  { least, most }: { least: number; most: number },
  problems: Problems,
): number | null {
  const text = cells.get(head) ?? ''
  if (text === '') return null
  const value = readWholeNumber(text)
  if (value !== null && value >= least && value <= most) return value
  problems.add(line, head, `Must be a whole number from ${least} to ${most}.`)
  return null
}

/** A capacity; empty is without limit. */
export const readCapacity = (row: TableRow, head: string, problems: Problems): number | null =>
  readWhole(row, head, { least: 0, most: 1_000_000 }, problems)

/** Dearer than any ticket. */
const MOST_MAJOR = 999_999

/** A price in minor units, with or without its currency; empty is not priced yet. */
export function readPrice(
  { cells, line }: TableRow,
  head: string,
  currency: string,
  problems: Problems,
): number | null {
  const text = cells.get(head) ?? ''
  if (text === '') return null
  const decimals = String(minorPerMajor(currency)).length - 1
  const price = readDecimal(withoutCurrency(text, currency), decimals)
  if (price !== null && price <= MOST_MAJOR) {
    const minor = minorOf(price, currency)
    if (toMajor(minor, currency) === price) return minor
  }
  const like = formatAmount(1250, currency).replace(/[^\d.]/g, '')
  problems.add(line, head, `Must be a price like ${like}, without a sign between its thousands.`)
  return null
}

/** A price of another currency stays as it is, and is refused. */
function withoutCurrency(text: string, currency: string): string {
  const [, before = '', number, behind = ''] =
    /^([^\d]{0,8}?)(\d.{0,40}?)([^\d]{0,8})$/.exec(text) ?? []
  if (number === undefined) return text
  const isKnown = (sign: string) =>
    sign.trim() === '' || signsOf(currency).has(sign.trim().toLowerCase())
  return isKnown(before) && isKnown(behind) ? number : text
}

const signs = new Map<string, Set<string>>()

/** How a currency is written where it is used: 'usd', '$', 'us$'. */
function signsOf(currency: string): Set<string> {
  const known = signs.get(currency)
  if (known) return known
  const found = new Set([currency.toLowerCase()])
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'pt-BR', 'pl-PL', 'sv-SE', 'ja-JP']) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      const sign = format.formatToParts(1).find(({ type }) => type === 'currency')
      if (sign) found.add(sign.value.toLowerCase())
    }
  }
  signs.set(currency, found)
  return found
}

/** Refuses a code that a spreadsheet took for a number: what it was is lost. */
export function refuseRounded(
  { cells, line }: Pick<TableRow, 'cells' | 'line'>,
  head: string,
  problems: Problems,
): void {
  if (!isRounded(cells.get(head) ?? '')) return
  problems.add(
    line,
    head,
    'A spreadsheet has made a rounded number of this code. Format the column as text, and enter the code again.',
  )
}

/** yes or no; empty is `otherwise`. */
export function readFlag(
  { cells, line }: TableRow,
  head: string,
  otherwise: boolean,
  problems: Problems,
): boolean {
  const text = cells.get(head) ?? ''
  if (text === '') return otherwise
  const value = readYesNo(text)
  if (value !== null) return value
  problems.add(line, head, 'Must be yes or no.')
  return otherwise
}

/** A text of one line that is not empty and not too long. */
export function readName({ cells, line }: TableRow, head: string, problems: Problems): string {
  const text = cells.get(head) ?? ''
  if (text === '') problems.add(line, head, 'Must not be empty.')
  else if (text.length > 200) problems.add(line, head, 'Must be at most 200 characters.')
  return text
}

/** A date and a time at the venue; null if the cell is empty. */
export function readMomentCell(
  { cells, line }: TableRow,
  head: string,
  { timeZone, style }: { timeZone: string; style: DateStyle },
  problems: Problems,
): Date | null {
  const text = cells.get(head) ?? ''
  if (text === '') return null
  const moment = readMoment(text, style)
  if (moment) return instantOf(moment.date, moment.minutes, timeZone)
  problems.add(line, head, 'Must be a date and a time like 2026-11-27 10:00.')
  return null
}

/** An instant as a file has it: '2026-11-27 10:00' at the venue. */
export const momentCell = (instant: Date | null, timeZone: string): string =>
  instant === null ? '' : zonedIso(instant.toISOString(), timeZone).slice(0, 16).replace('T', ' ')
