import type { Worker } from 'node:worker_threads'
import type { Result } from '@foyer/contract'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { BOUNDS } from '../bounds.ts'
import { createSandbox } from './sandbox.ts'

const log = pino({ level: 'silent' })
const sandbox = createSandbox(BOUNDS.sandbox, log)
const hurried = createSandbox(
  { ...BOUNDS.sandbox, taskMs: { ...BOUNDS.sandbox.taskMs, page: 1000 } },
  log,
)
afterAll(() => Promise.all([sandbox.close(), hurried.close()]))

const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

test('a text is read in another thread', async () => {
  expect(await sandbox.run('page', 1, '# Help')).toEqual({
    ok: true,
    value: [{ kind: 'heading', level: 2, id: 'help', text: 'Help' }],
  })
  expect(await sandbox.run('svg', 1, '<svg viewBox="0 0 4 2"></svg>')).toMatchObject({
    value: { width: 4, height: 2 },
  })
  expect(await sandbox.run('table', 1, Buffer.from('name\nOne\n'), 'en-US')).toMatchObject({
    value: { rows: [{ cells: ['name'] }, { line: 2, cells: ['One'] }] },
  })
})

test('a text that takes too long is refused, and the next one is read by a new thread', async () => {
  expect(code(await hurried.run('page', 1, '_a'.repeat(29_000)))).toBe('too_complex')
  expect(code(await hurried.run('page', 2, 'Short.'))).toBe('ok')
})

test('a thread that is not ready in time is ended, and leaves nothing behind', async () => {
  const threads: { hasEnded: boolean }[] = []
  const watch = (worker: Worker) => {
    const thread = { hasEnded: false }
    threads.push(thread)
    worker.on('exit', () => {
      thread.hasEnded = true
    })
  }
  process.on('worker', watch)
  const slow = createSandbox({ ...BOUNDS.sandbox, startMs: 1 }, log)
  expect(code(await slow.run('page', 1, 'Short.'))).toBe('too_complex')
  expect(code(await slow.run('page', 1, 'Short.'))).toBe('too_complex')
  process.off('worker', watch)
  expect(threads).toEqual([{ hasEnded: true }, { hasEnded: true }])
})

test('a text that its parser cannot read is refused', async () => {
  expect(code(await sandbox.run('page', 1, '>'.repeat(50_000)))).toBe('too_complex')
})

test('a table that stands for more cells than are read comes back as a few words', async () => {
  const bytes = Buffer.from(`${';'.repeat(900)}b\n`.repeat(2000))
  expect(await sandbox.run('table', 1, bytes, 'en-US')).toMatchObject({
    ok: true,
    value: { rows: [], problems: [{ message: /at most 300,000 cells/ }] },
  })
})

test('an organizer with too much waiting is refused, and others are not', async () => {
  const many = Array.from({ length: 6 }, () => sandbox.run('page', 1, '# One'))
  const other = sandbox.run('page', 2, '# Two')
  const codes = (await Promise.all(many)).map(code)
  expect(codes.filter((each) => each === 'busy')).toHaveLength(6 - BOUNDS.sandbox.perCaller)
  expect(code(await other)).toBe('ok')
})
