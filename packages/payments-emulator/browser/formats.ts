import { brandOf } from '../src/cards/brands.ts'

const SEPARATOR = ' / '

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** `4242424242` -> `4242 4242 42`, by the groups of the card's brand. */
export function formatNumber(text: string): string {
  const { groups, lengths } = brandOf(digitsOf(text))
  let rest = digitsOf(text).slice(0, Math.max(...lengths))
  const parts: string[] = []
  for (const size of groups) {
    if (rest !== '') parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  if (rest !== '') parts.push(rest)
  return parts.join(' ')
}

/**
 * Formats an expiry date: `4` -> `04 / `, `1227` -> `12 / 27`, `13` -> `01 / 3`. It also accepts
 * what browsers fill in, such as `12/2027`.
 *
 * @param deleting adds no separator behind the month, because it could not be deleted otherwise.
 */
export function formatExpiry(text: string, deleting: boolean): string {
  const [, written, fullYear] = /^\s*(\d{1,2})\s*[/-]\s*\d{2}(\d{2})\s*$/.exec(text) ?? []
  if (written && fullYear) return `${written.padStart(2, '0')}${SEPARATOR}${fullYear}`
  let digits = digitsOf(text)
  const impossibleMonth = Number(digits.slice(0, 2)) > 12
  if (/^[2-9]/.test(digits) || impossibleMonth || /^\d\s*\//.test(text)) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 4)
  if (month.length < 2 || (deleting && year === '')) return deleting ? digitsOf(text) : month
  return `${month}${SEPARATOR}${year}`
}

export function formatCvc(text: string, number: string): string {
  const brand = brandOf(digitsOf(number))
  return digitsOf(text).slice(0, brand.id === 'unknown' ? 4 : brand.cvcLength)
}

/**
 * Replaces an input's text and keeps the caret after the same digit, so that correcting a digit in
 * the middle does not move the caret to the end.
 */
export function rewrite(input: HTMLInputElement, formatted: string): void {
  if (input.value === formatted) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret >= input.value.length
  const before = digitsOf(input.value.slice(0, caret)).length
  input.value = formatted
  if (atEnd) return
  let position = 0
  for (let seen = 0; seen < before && position < formatted.length; position += 1) {
    if (/\d/.test(formatted[position] ?? '')) seen += 1
  }
  input.setSelectionRange(position, position)
}
