import { expect, test } from 'vitest'
import { newsOf } from './refund-news.ts'

const ours = (state: 'queued' | 'pending' | 'succeeded' | 'failed', id: string | null = null) => ({
  state,
  providerRefundId: id,
  keyNumber: 1,
})

test.each([
  ['requested', ours('queued'), 'pending', 'pending'],
  ['requested, and made at once', ours('queued'), 'succeeded', 'succeeded'],
  ['pending', ours('pending', 're_1'), 'pending', null],
  ['pending, and made', ours('pending', 're_1'), 'succeeded', 'succeeded'],
  ['made, reported again', ours('succeeded', 're_1'), 'succeeded', null],
  ['made, late reported as pending', ours('succeeded', 're_1'), 'pending', null],
  ['requested, with its answer lost, and returned', ours('queued'), 'failed', 'bounced'],
  ['pending, and returned', ours('pending', 're_1'), 'failed', 'bounced'],
  ['made, and returned later', ours('succeeded', 're_1'), 'failed', 'bounced'],
  ['returned, reported again', ours('queued', 're_1'), 'failed', null],
  ['returned, and made again', ours('queued', 're_0'), 'succeeded', 'succeeded'],
  ['made again, the first one reported again', ours('pending', 're_2'), 'failed', null],
  ['given up, reported again', ours('failed', 're_1'), 'failed', null],
] as const)('a refund that was %s', (_, known, state, news) => {
  expect(newsOf(known, { id: 're_1', state, keyNumber: 0 })).toBe(news)
})

test('a refund that was made again and failed at once is news, although its first failure is known', () => {
  const known = ours('queued', 're_0')
  expect(newsOf(known, { id: 're_1', state: 'failed', keyNumber: 1 })).toBe('bounced')
  expect(newsOf(known, { id: 're_1', state: 'failed', keyNumber: null })).toBe(null)
})
