/** @module-tag night */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsIn } from '@foyer/testkit/moves'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../support/run-program.ts'
import { type TwoCells, twoServers } from './two-cells.ts'

/** `npm run tenant -- move`, as an operator runs it beside running servers. */
vi.setConfig({ testTimeout: 240_000 })

const servers = twoServers()
let cells: TwoCells
let dataDir: string
let tenantId: number

beforeEach(async () => {
  cells = await servers.cells()
  ;({ tenantId } = await cells.build.tenant({ slug: 'roxy' }))
  await cells.build.event({ tenantId })
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-move-'))
})
afterEach(async () => {
  await cells.close()
  await rm(dataDir, { recursive: true, force: true })
})

const run = (args: readonly string[], variables: Record<string, string> = {}) =>
  runProgram(new URL('../../src/operator/tenant.ts', import.meta.url), ['move', ...args], {
    DATABASE_URL: cells.home.url,
    CELLS: `north=${cells.north.url}`,
    FOYER_DATA: dataDir,
    LOG_LEVEL: 'silent',
    ...variables,
  })

describe('npm run tenant -- move', () => {
  test('says what it does, how long the organizer paused, and ends with JSON', async () => {
    const { code, stdout, stderr } = await run(['roxy', '--to', 'north'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d {2}All rows are copied, and changes follow\.$/m)
    expect(stdout).toMatch(/The organizer sells in the other cell\. It had paused for \d+ ms\.$/m)
    const summary = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
    expect(summary).toEqual({
      ...{ slug: 'roxy', from: 'home', to: 'north', undone: false },
      pauseMs: expect.any(Number),
    })
    expect(await rowsIn(cells.home.pool, tenantId)).toBe(0)
  })

  test('uses the accounts of CELLS_ADMIN_URLS, and says which one is missing', async () => {
    const roles = `drop owned by app; drop role app`
    await cells.home.pool.query(
      `create role app login password 'app' in role foyer_app;
       grant select on tenants, tenant_domains, tenant_cells, tenant_moves, schema_migrations to app`,
    )
    const url = new URL(cells.home.url)
    url.username = url.password = 'app'
    const refused = await run(['roxy', '--to', 'north'], { DATABASE_URL: url.href })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      'The move is not done.\nThe account of cell home may not publish: name an account for it in CELLS_ADMIN_URLS (home=postgres://…) that is a superuser, or has the rights of docs/operations.md.\n',
    )
    const moved = await run(['roxy', '--to', 'north'], {
      DATABASE_URL: url.href,
      CELLS_ADMIN_URLS: `home=${cells.home.url}`,
    })
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    await cells.home.pool.query(roles)
  })

  test('explains what is missing in a sentence', async () => {
    const alone = await run(['roxy', '--to', 'north'], { CELLS: '' })
    expect(alone).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The move is not done.\nThere is one cell: CELLS names no other.\n',
    })
    const nowhere = await run(['roxy'])
    expect(nowhere.stderr).toBe(
      'The move is not done.\nTo which cell? No move of roxy was begun.\n',
    )
  })
})
