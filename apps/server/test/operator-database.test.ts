/** @module-tag night */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runProgram } from './support/run-program.ts'

/** `npm run database`, which lets an operator copy data into and out of the embedded database. */
const DATABASE = new URL('../src/operator/database.ts', import.meta.url)

test('the embedded database runs alone until it is interrupted, and prints its address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-database-'))
  // Run by root, PostgreSQL uses another account, which needs access to the folder.
  await chmod(folder, 0o755)
  const { PATH } = process.env
  const program = spawn(process.execPath, [fileURLToPath(DATABASE)], {
    env: { PATH, FOYER_DATA: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(program, 'exit')
  const [address] = await once(createInterface({ input: program.stdout }), 'line')
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(`select to_regclass('tenants') as tenants`)
  expect(rows).toEqual([{ tenants: null }])
  await client.end()
  program.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await rm(folder, { recursive: true, force: true })
})

test('an external database is not started, and the command says why', async () => {
  const ended = await runProgram(DATABASE, [], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('DATABASE_URL is set')
})
