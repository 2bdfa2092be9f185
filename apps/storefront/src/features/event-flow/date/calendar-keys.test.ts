import { describe, expect, it } from 'vitest'
import { dayForKey } from './calendar-keys.ts'

describe('moving by keys', () => {
  const everyDay = Array.from({ length: 92 }, (_, index) =>
    new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
  )

  it.each([
    ['ArrowRight', '2026-11-22'],
    ['ArrowLeft', '2026-11-20'],
    ['ArrowDown', '2026-11-28'],
    ['ArrowUp', '2026-11-14'],
    ['Home', '2026-11-15'],
    ['End', '2026-11-21'],
    ['PageDown', '2026-12-21'],
    ['PageUp', '2026-10-21'],
  ])('%s from a Saturday in a full season', (key, expected) => {
    expect(dayForKey(key, '2026-11-21', everyDay, 0)).toBe(expected)
  })

  it('jumps over days without sessions', () => {
    const concerts = ['2026-11-21', '2027-01-09', '2027-06-30']
    expect(dayForKey('ArrowRight', '2026-11-21', concerts, 0)).toBe('2027-01-09')
    expect(dayForKey('ArrowDown', '2027-01-09', concerts, 0)).toBe('2027-06-30')
    expect(dayForKey('PageUp', '2027-06-30', concerts, 0)).toBe('2027-01-09')
  })

  it('stays at the ends', () => {
    expect(dayForKey('ArrowLeft', '2026-10-01', everyDay, 0)).toBe('2026-10-01')
    expect(dayForKey('ArrowRight', '2026-12-31', everyDay, 0)).toBe('2026-12-31')
    expect(dayForKey('PageUp', '2026-10-20', everyDay, 0)).toBe('2026-10-01')
    expect(dayForKey('PageDown', '2026-12-20', everyDay, 0)).toBe('2026-12-31')
  })

  it('turns the 31st into the last day of a shorter month', () => {
    expect(dayForKey('PageUp', '2026-12-31', everyDay, 0)).toBe('2026-11-30')
    expect(dayForKey('PageDown', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-01'], 0)).toBe(
      '2027-02-28',
    )
  })

  it.each([
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
  ])('%s goes by a week that begins on Monday', (key, expected) => {
    expect(dayForKey(key, '2026-11-21', everyDay, 1)).toBe(expected)
  })

  it('leaves other keys alone', () => {
    expect(dayForKey('a', '2026-11-21', everyDay, 0)).toBeUndefined()
  })
})
