import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJobs } from './jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const log: FastifyBaseLogger = pino({ level: 'silent' })

/** A job that records its runs; `work` says how much each of them did. */
function counted(work: (run: number) => number | Promise<number> = () => 0, everySeconds = 5) {
  const runs: number[] = []
  const job = {
    name: 'count',
    everySeconds,
    async run() {
      runs.push(runs.length)
      return work(runs.length)
    },
  }
  return { job, runs }
}

test('a job runs at the start and then at its interval', async () => {
  const { job, runs } = counted()
  const jobs = createJobs([job], log)
  jobs.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
  await jobs.stop()
})

test('a job runs again at once while there is more to do, but not for ever', async () => {
  const three = counted((run) => (run < 3 ? 20 : 0))
  const endless = counted(() => 1)
  const jobs = createJobs([three.job, endless.job], log)
  jobs.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(three.runs).toHaveLength(3)
  expect(endless.runs).toHaveLength(50)
  await jobs.stop()
})

test('a kick runs a job without waiting for its turn, and a kick during a run is not lost', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { job, runs } = counted(async (run) => {
    if (run === 2) await promise
    return 0
  })
  const jobs = createJobs([job], log)
  jobs.start()
  await vi.advanceTimersByTimeAsync(0)
  jobs.kick()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  jobs.kick()
  jobs.kick()
  await vi.advanceTimersByTimeAsync(0)
  // It never runs twice at the same time: it waits for the run that is under way.
  expect(runs).toHaveLength(2)
  resolve()
  await vi.advanceTimersByTimeAsync(250)
  expect(runs).toHaveLength(3)
  await jobs.stop()
})

test('a job that is kicked often still rests between its runs, and the last kick is not lost', async () => {
  const { job, runs } = counted()
  const jobs = createJobs([job], log)
  jobs.start()
  for (let millisecond = 0; millisecond < 1000; millisecond += 1) {
    jobs.kick()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(runs.length).toBeLessThanOrEqual(6)
  const before = runs.length
  jobs.kick()
  await vi.advanceTimersByTimeAsync(500)
  expect(runs).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(runs).toHaveLength(before + 1)
  await jobs.stop()
})

test('a job that fails is tried again at its next turn, and the others go on', async () => {
  const failing = counted(() => {
    throw new Error('no database')
  })
  const other = counted()
  const jobs = createJobs([failing.job, other.job], log)
  jobs.start()
  await vi.advanceTimersByTimeAsync(5000)
  expect([failing.runs.length, other.runs.length]).toEqual([2, 2])
  await jobs.stop()
})

test('stopping waits for the job that is under way, and none runs afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { job, runs } = counted(async () => {
    await promise
    return 1
  })
  const jobs = createJobs([job], log)
  jobs.start()
  await vi.advanceTimersByTimeAsync(0)
  let isStopped = false
  const stopped = jobs.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isStopped).toBe(false)
  resolve()
  await stopped
  jobs.kick()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(1)
})

test('a kick before the start does nothing: tests and tools compose without jobs', async () => {
  const { job, runs } = counted()
  createJobs([job], log).kick()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toEqual([])
})
