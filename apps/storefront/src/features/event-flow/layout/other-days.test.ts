import { expect, it } from 'vitest'
import { calendarDay, DATE } from '../../../../test/day.ts'
import { nearestDays } from './other-days.tsx'

it('offers days on sale, nearest first and the later of two equally near', () => {
  const dates = {
    '2026-11-18': calendarDay(),
    '2026-11-20': calendarDay({ status: 'sold_out' }),
    '2026-11-21': calendarDay(),
    '2026-11-24': calendarDay({ status: 'selling_fast' }),
    '2026-12-24': calendarDay(),
  }
  expect(nearestDays(dates, DATE, 2)).toEqual(['2026-11-24', '2026-11-18'])
  expect(nearestDays({ [DATE]: calendarDay() }, DATE, 3)).toEqual([])
})
