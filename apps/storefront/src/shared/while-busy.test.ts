import { ApiError } from '@foyer/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whileBusy } from './while-busy.ts'

const refusal = (code: string, status = 503) =>
  new ApiError(status, JSON.stringify({ error: '', code }), '')
const BUSY = refusal('busy')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a call that a busy server refused is repeated until it is answered', async () => {
  const call = vi.fn().mockRejectedValueOnce(BUSY).mockRejectedValueOnce(BUSY)
  call.mockResolvedValue('held')
  const onBusy = vi.fn()
  const answer = whileBusy(call, onBusy)
  await vi.runAllTimersAsync()
  expect(await answer).toBe('held')
  expect([call.mock.calls.length, onBusy.mock.calls.length]).toEqual([3, 1])
})

it('a server that stays busy is given up after twenty seconds', async () => {
  const call = vi.fn().mockRejectedValue(BUSY)
  const startedAt = Date.now()
  const failed = whileBusy(call).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await failed).toBe(BUSY)
  const seconds = (Date.now() - startedAt) / 1000
  expect(seconds).toBeGreaterThanOrEqual(20)
  expect(seconds).toBeLessThan(22)
})

it.each([
  ['a decision', refusal('sold_out', 409)],
  ['an error, whose effect is unknown', refusal('internal_error', 500)],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s is not repeated', async (_, error) => {
  const call = vi.fn().mockRejectedValue(error)
  await expect(whileBusy(call)).rejects.toBe(error)
  expect(call).toHaveBeenCalledOnce()
})
