import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverForTests } from '@foyer/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endUpgrade } from '../src/operator/end-upgrade.ts'
import { runProgram } from './support/run-program.ts'

/** `npm run contract`, as an operator runs it beside running servers. */
const server = serverForTests({ jobs: false })
const CONTRACT = new URL('../src/operator/contract.ts', import.meta.url)

/** The migrations of a release that drops what nothing uses any more. */
let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'foyer-migrations-'))
  await cp(new URL('../../../packages/db/migrations/', import.meta.url), path, { recursive: true })
  await writeFile(
    join(path, '9000_unused.sql'),
    '-- phase: contract\ndrop table if exists unused;\n',
  )
})
afterEach(() => rm(path, { recursive: true }))

test('it names what waits and who is connected, and runs it once the operator is sure', async () => {
  await server.sql('create table unused ()')
  const end = async (isSure: boolean) => {
    const lines: string[] = []
    const print = (text: string) => lines.push(text)
    const folder = pathToFileURL(`${path}/`)
    const hasEnded = await endUpgrade(server.databaseUrl, { isSure, print, folder })
    return { hasEnded, text: lines.join('\n') }
  }
  const first = await end(false)
  expect(first.hasEnded).toBe(false)
  expect(first.text).toMatch(/^Connected: 127\.0\.0\.1, \d+ connections, the oldest since .* UTC$/m)
  expect(first.text).toContain('Waits: 9000_unused.sql\n')
  expect(first.text).toContain('run: npm run contract -- --all-are-new')
  expect(await server.sql("select to_regclass('unused')::text as name")).toEqual([
    { name: 'unused' },
  ])

  expect(await end(true)).toEqual({ hasEnded: true, text: 'Done: 9000_unused.sql' })
  expect(await server.sql("select to_regclass('unused')::text as name")).toEqual([{ name: null }])
  expect(await end(false)).toEqual({
    hasEnded: true,
    text: 'Nothing waits: all migrations have run.',
  })
})

test('a wrong argument is refused with the right one, and nothing is done', async () => {
  const { code, stderr } = await runProgram(CONTRACT, ['--all-is-new'], {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    LOG_LEVEL: 'silent',
  })
  expect(code).toBe(2)
  expect(stderr).toContain('npm run contract -- --all-are-new')
})
