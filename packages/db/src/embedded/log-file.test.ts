import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotate } from './log-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a log that has grown too large is moved to another file, and its writer continues', async () => {
  const file = join(folder, 'postgres.log')
  const writer = await open(file, 'a')
  await writer.write('short\n')
  await rotate(file, 10)
  expect(await readFile(file, 'utf8')).toBe('short\n')
  await writer.write('long enough\n')
  await rotate(file, 10)
  await writer.write('after\n')
  await writer.close()
  expect(await readFile(file, 'utf8')).toBe('after\n')
  expect(await readFile(`${file}.1`, 'utf8')).toBe('short\nlong enough\n')
})

test('a log that does not exist yet causes no error', async () => {
  await rotate(join(folder, 'none.log'), 10)
})
