/** How a spreadsheet shows the number of a cell, as far as that decides what it is. */
export type Shown =
  | { as: 'number' }
  | { as: 'date' | 'time' | 'moment' }
  /** With zeros before it, such as '00042'. */
  | { as: 'digits'; least: number }

const NUMBER: Shown = { as: 'number' }

/** Of the formats that have no text in a file: those of dates and times, also in Chinese and Japanese. */
const builtIn = (id: number): Shown => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36) return { as: 'date' }
  if (id >= 50 && id <= 58) return { as: 'date' }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47))
    return { as: 'time' }
  return id === 22 ? { as: 'moment' } : NUMBER
}

/** @param code the text of a format of the workbook; of a usual one it is missing. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return builtIn(id)
  if (/^0{2,20}$/.test(code)) return { as: 'digits', least: code.length }
  const [first = ''] = code
    .slice(0, 255)
    // Texts, characters that stand for themselves, and colours; hours beyond 24 are in brackets, too.
    .replace(/"[^"]{0,255}"|\\.|_.|\*.|\[(?!h{1,2}\]|m{1,2}\]|s{1,2}\])[^\]]{0,255}\]/gi, '')
    .toLowerCase()
    .split(';', 1)
  if (/general|standard/.test(first)) return NUMBER
  const hasTime = /[hs時秒]|am\/pm/.test(first)
  const hasDate = /[yd年日e]/.test(first) || (!hasTime && first.includes('m'))
  if (/[0#?]/.test(first) && !hasTime) return NUMBER
  if (hasDate) return { as: hasTime ? 'moment' : 'date' }
  return hasTime ? { as: 'time' } : NUMBER
}

/** The day that has the number 0. */
export type DayZero = '1899-12-30' | '1904-01-01'

const DAY_MILLISECONDS = 86_400_000
/** The 31st of December 9999, the last day of spreadsheets. */
const LAST_DAY = 2_958_465

/** The day of a number: '2027-06-05'. Null: a number that no spreadsheet shows as a day. */
export function dayOf(serial: number, zero: DayZero): string | null {
  const days = Math.floor(serial)
  if (!(days >= 1 && days <= LAST_DAY)) return null
  return new Date(Date.parse(zero) + days * DAY_MILLISECONDS).toISOString().slice(0, 10)
}

/** A number as its cell shows it; null: not as a day. */
export function numberText(value: number, shown: Shown, zero: DayZero): string | null {
  if (shown.as === 'digits') return plainNumber(value).padStart(shown.least, '0')
  if (shown.as === 'number') return plainNumber(value)
  // A time of day is a part of a day; what is shown has no parts of a second.
  const seconds = Math.round(value * 86_400)
  const time = new Date((((seconds % 86_400) + 86_400) % 86_400) * 1000).toISOString()
  const clock = time.slice(11, time.slice(17, 19) === '00' ? 16 : 19)
  if (shown.as === 'time') return clock
  const day = dayOf(seconds / 86_400, zero)
  return day && shown.as === 'moment' ? `${day} ${clock}` : day
}

/** Spreadsheets store 15 digits: 0.1 + 0.2 is 0.3 there. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))
