import { expect, it } from 'vitest'
import { levelsOf, newsOf } from './live-news.tsx'

const offer = (id: string, words: string, level = words) => ({ id, name: id, words, level })

it('each change is announced in one sentence', () => {
  const before = levelsOf([offer('10:00 AM', 'Available'), offer('11:00 AM', '3 left')])
  const now = [offer('10:00 AM', 'Sold Out'), offer('11:00 AM', 'Sold Out')]
  expect(newsOf(before, now, 'times')).toBe('10:00 AM: Sold Out. 11:00 AM: Sold Out.')
})

it('a count within the same level and a new offer are not announced', () => {
  const before = levelsOf([offer('10:00 AM', '19 left', 'few')])
  expect(newsOf(before, [offer('10:00 AM', '18 left', 'few')], 'times')).toBe('')
  expect(newsOf(new Map(), [offer('10:00 AM', 'Sold Out')], 'times')).toBe('')
})

it('many changes are announced as a number', () => {
  const times = ['9', '10', '11', '12']
  const before = levelsOf(times.map((time) => offer(time, 'Available')))
  const now = times.map((time) => offer(time, 'Sold Out'))
  expect(newsOf(before, now, 'times')).toBe('Availability of 4 times has changed.')
})
