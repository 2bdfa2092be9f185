import { expect, it } from 'vitest'
import { levelsOf, newsOf } from './live-news.tsx'

const offer = (id: string, words: string, level = words) => ({ id, name: id, words, level })

it('says what has become of each, in one sentence a change', () => {
  const before = levelsOf([offer('10:00 AM', 'Available'), offer('11:00 AM', '3 left')])
  const now = [offer('10:00 AM', 'Sold Out'), offer('11:00 AM', 'Sold Out')]
  expect(newsOf(before, now, 'times')).toBe('10:00 AM: Sold Out. 11:00 AM: Sold Out.')
})

it('keeps silent about counts that fall within a level, and about what is new', () => {
  const before = levelsOf([offer('10:00 AM', '19 left', 'few')])
  expect(newsOf(before, [offer('10:00 AM', '18 left', 'few')], 'times')).toBe('')
  expect(newsOf(new Map(), [offer('10:00 AM', 'Sold Out')], 'times')).toBe('')
})

it('counts a rush instead of naming it', () => {
  const times = ['9', '10', '11', '12']
  const before = levelsOf(times.map((time) => offer(time, 'Available')))
  const now = times.map((time) => offer(time, 'Sold Out'))
  expect(newsOf(before, now, 'times')).toBe('Availability of 4 times has changed.')
})
