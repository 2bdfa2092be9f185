import { expect, test } from 'vitest'
import { newsOf } from './refund-news.ts'

const ours = (state: 'queued' | 'pending' | 'succeeded' | 'failed', id: string | null = null) => ({
  state,
  providerRefundId: id,
  keyNumber: 1,
})

test.each([
  ['asked for', ours('queued'), 'pending', 'pending'],
  ['asked for, and there at once', ours('queued'), 'succeeded', 'succeeded'],
  ['under way', ours('pending', 're_1'), 'pending', null],
  ['under way, and there', ours('pending', 're_1'), 'succeeded', 'succeeded'],
  ['there, told again', ours('succeeded', 're_1'), 'succeeded', null],
  ['there, told late that it is under way', ours('succeeded', 're_1'), 'pending', null],
  ['asked for, its answer lost, and sent back', ours('queued'), 'failed', 'bounced'],
  ['under way, and sent back', ours('pending', 're_1'), 'failed', 'bounced'],
  ['there, and sent back all the same', ours('succeeded', 're_1'), 'failed', 'bounced'],
  ['sent back, told again', ours('queued', 're_1'), 'failed', null],
  ['sent back, and made anew', ours('queued', 're_0'), 'succeeded', 'succeeded'],
  ['made anew, the first one told of again', ours('pending', 're_2'), 'failed', null],
  ['given up, told again', ours('failed', 're_1'), 'failed', null],
] as const)('a refund that was %s', (_, known, state, news) => {
  expect(newsOf(known, { id: 're_1', state, keyNumber: 0 })).toBe(news)
})

test('a refund that was made again and failed at once is news, although its first failure is known', () => {
  const known = ours('queued', 're_0')
  expect(newsOf(known, { id: 're_1', state: 'failed', keyNumber: 1 })).toBe('bounced')
  expect(newsOf(known, { id: 're_1', state: 'failed', keyNumber: null })).toBe(null)
})
