import { fromMajor, toMajor } from '@foyer/domain'

/** Amounts and shares as a person types them, with a point or a comma. NaN if it is none. */

const numberOf = (text: string): number => {
  const typed = text.trim().replace(',', '.')
  return typed === '' ? Number.NaN : Number(typed)
}

/** '18', '18.50' or '18,50' in minor units. */
export const minorOf = (text: string, currency: string): number => {
  const amount = numberOf(text)
  return Number.isNaN(amount) ? amount : (fromMajor(amount, currency) ?? Number.NaN)
}

export const majorText = (minor: number, currency: string): string =>
  String(toMajor(minor, currency)).replace(/\.(\d)$/, '.$10')

const PPM_PER_PERCENT = 10_000

/** '12.5' percent in parts per million; finer than those is none. */
export const ppmOf = (text: string): number => {
  const ppm = numberOf(text) * PPM_PER_PERCENT
  return Math.abs(ppm - Math.round(ppm)) < 1e-6 ? Math.round(ppm) : Number.NaN
}

export const percentText = (ratePpm: number): string => String(ratePpm / PPM_PER_PERCENT)
