import { readFileSync } from 'node:fs'
import { brandTokens, buildQuote, contrastRatio, type FeeSet, refundSharePpm } from '@foyer/domain'
import { describe, expect, test } from 'vitest'
import {
  CONTRAST_BY_HUE,
  FEES,
  HOLDS_BY_SESSIONS,
  PAGES,
  RUSH,
  SHARES_BY_TIME,
} from './chart-data.ts'

const performance = readFileSync(
  new URL('../../../../../docs/performance.md', import.meta.url),
  'utf8',
)
const grouped = (value: number) => value.toLocaleString('en-US')

/** The rows of the document whose first cell is this text, with their other cells. */
const rowsOf = (first: string): string[][] =>
  performance
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, cell]) => cell === first)
    .map(([, , ...cells]) => cells)

describe('measured figures are those of docs/performance.md', () => {
  test('the holds a second over 1, 10 and 100 sessions', () => {
    expect(HOLDS_BY_SESSIONS.bars.map(({ label }) => Number.parseInt(label, 10))).toEqual([
      1, 10, 100,
    ])
    for (const { label, value, figure } of HOLDS_BY_SESSIONS.bars) {
      expect(figure).toBe(grouped(value))
      expect(rowsOf(String(Number.parseInt(label, 10))).flat()).toContain(figure)
    }
  })

  test('the rush for 500 places: granted as many as there are, all others refused', () => {
    const [granted = '', , refused = ''] = rowsOf('500')[0] ?? []
    const [asked, places, sold] = RUSH.bars.map(({ value }) => value)
    expect(sold).toBe(Number(granted))
    expect(places).toBe(500)
    expect(asked).toBe(Number(granted) + Number(refused.replace(',', '')))
  })

  test('the largest paint of each page', () => {
    const names: Record<string, string> = {
      list: '`/`',
      event: 'event, date',
      pay: 'checkout',
    }
    for (const { label, value, figure } of PAGES.bars) {
      expect(rowsOf(names[label] ?? label).flat()).toContain(
        value < 1000 ? `${value}` : grouped(value),
      )
      expect(figure).toBe((value / 1000).toFixed(2))
    }
  })
})

describe('computed figures are those of the rules', () => {
  test('the fees of both fee sets at each price', () => {
    const none: FeeSet = {
      id: 'fee',
      name: 'Fee',
      isActive: true,
      feeType: 'flat',
      flatMinor: 0,
      ratePpm: 0,
    }
    const feeSets: FeeSet[] = [
      { ...none, feeType: 'percentage', ratePpm: 125_000 },
      { ...none, flatMinor: 250 },
    ]
    expect(FEES.lines).toHaveLength(feeSets.length)
    for (const [index, { points }] of FEES.lines.entries()) {
      const feeSet = feeSets[index] ?? none
      for (const [share, fee] of points) {
        const unitPriceMinor = Math.round(share * 6000)
        const line = { kind: 'ticket' as const, id: 'a', name: 'A', quantity: 1, unitPriceMinor }
        const [priced] = buildQuote([{ ...line, feeSet }], 'usd').lines
        expect(fee * 100).toBe(priced?.feeMinor)
      }
    }
  })

  test('the contrast of a button, lower of both themes, for each hue', () => {
    const points = CONTRAST_BY_HUE.lines[0]?.points ?? []
    expect(points).toHaveLength(19)
    for (const [share, ratio] of points) {
      const { dark, light } = brandTokens({ hue: Math.round(share * 360) })
      const lowest = Math.min(
        ...[dark, light].map(({ accent, accentInk }) => contrastRatio(accent, accentInk)),
      )
      expect(ratio).toBeCloseTo(lowest, 1)
    }
  })

  test('the share that a cancellation gives back, on either side of each step', () => {
    const startsAt = new Date('2026-12-10T20:00:00Z')
    const shares = [
      { untilMinutes: 7 * 24 * 60, ratePpm: 1_000_000 },
      { untilMinutes: 24 * 60, ratePpm: 500_000 },
    ]
    const at = (days: number) =>
      refundSharePpm(
        { shares },
        { startsAt, now: new Date(startsAt.getTime() - days * 86_400_000) },
      ) / 10_000
    const points = SHARES_BY_TIME.lines[0]?.points ?? []
    const flats = points.flatMap(([share, value], index) => {
      const [next = 1, same] = points[index + 1] ?? []
      return same === value && next > share ? [[10 * (1 - (share + next) / 2), value] as const] : []
    })
    expect(flats).toHaveLength(3)
    for (const [days, value] of flats) expect(at(days)).toBe(value)
  })
})
