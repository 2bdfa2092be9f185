import {
  formatAmount,
  instantOf,
  isCalendarDate,
  minorOf,
  minutesOf,
  toMajor,
  zonedIso,
} from '@foyer/domain'
import type { CsvRow, Problems } from '../../../csv.ts'

/** Values of cells. A cell that is none adds a problem, and counts as empty. */

/** A whole number; null if the cell is empty. */
export function readWhole(
  { cells, line }: CsvRow,
  head: string,
  { least, most }: { least: number; most: number },
  problems: Problems,
): number | null {
  const text = cells.get(head) ?? ''
  if (text === '') return null
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  problems.add(line, head, `Must be a whole number from ${least} to ${most}.`)
  return null
}

/** A capacity; empty is without limit. */
export const readCapacity = (row: CsvRow, head: string, problems: Problems): number | null =>
  readWhole(row, head, { least: 0, most: 1_000_000 }, problems)

/** A price in minor units; empty is not priced yet. */
export function readPrice(
  { cells, line }: CsvRow,
  head: string,
  currency: string,
  problems: Problems,
): number | null {
  const text = (cells.get(head) ?? '').replace(',', '.')
  if (text === '') return null
  const minor = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? minorOf(Number(text), currency) : -1
  if (minor >= 0 && toMajor(minor, currency) === Number(text)) return minor
  problems.add(
    line,
    head,
    `Must be a price like ${formatAmount(1250, currency).replace(/[^\d.]/g, '')}.`,
  )
  return null
}

/** A price as a file has it: '12.5'. */
export const priceText = (minor: number, currency: string): string =>
  String(toMajor(minor, currency))

/** yes or no; empty is `otherwise`. */
export function readFlag(
  { cells, line }: CsvRow,
  head: string,
  otherwise: boolean,
  problems: Problems,
): boolean {
  const text = (cells.get(head) ?? '').toLowerCase()
  if (text === '') return otherwise
  if (text === 'yes' || text === 'no') return text === 'yes'
  problems.add(line, head, 'Must be yes or no.')
  return otherwise
}

/** A text of one line that is not empty and not too long. */
export function readName({ cells, line }: CsvRow, head: string, problems: Problems): string {
  const text = cells.get(head) ?? ''
  if (text === '') problems.add(line, head, 'Must not be empty.')
  else if (text.length > 200) problems.add(line, head, 'Must be at most 200 characters.')
  return text
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}:\d{2})(?::00)?$/

/** A date and a time at the venue; null if the cell is empty. */
export function readMoment(
  { cells, line }: CsvRow,
  head: string,
  timeZone: string,
  problems: Problems,
): Date | null {
  const text = cells.get(head) ?? ''
  if (text === '') return null
  const [, date = '', time = ''] = MOMENT.exec(text) ?? []
  const minutes = minutesOf(time.padStart(5, '0'))
  if (isCalendarDate(date) && minutes !== null) return instantOf(date, minutes, timeZone)
  problems.add(line, head, 'Must be a date and a time like 2026-11-27 10:00.')
  return null
}

/** An instant as a file has it: '2026-11-27 10:00' at the venue. */
export const momentCell = (instant: Date | null, timeZone: string): string =>
  instant === null ? '' : zonedIso(instant.toISOString(), timeZone).slice(0, 16).replace('T', ' ')
