/** @module-tag night */
import { findStockDrift, startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { logErrors } from './fuzz/log-errors.ts'
import { growthPerRequest, isLeak, memoryAfterCollection } from './fuzz/memory.ts'
import { type FuzzOptions, fuzz } from './fuzz/run.ts'
import { buildFuzzWorld, type FuzzWorld } from './fuzz/world.ts'

/** `npm run fuzz` takes another seed, and sends thousands of requests. */
const SEED = 20261122

const { logger, errors } = logErrors()
let server: TestServer
let world: FuzzWorld

beforeAll(async () => {
  server = await startTestServer({ jobs: false, isOneAddressMany: true, logger })
  world = await buildFuzzWorld(server)
})
afterAll(() => server.close())

const run = (options: Partial<FuzzOptions>) =>
  fuzz({
    port: Number(new URL(server.url).port),
    world,
    requests: 500,
    seed: SEED,
    errors,
    ...options,
  })

test('generated requests, valid and broken, get only answers that the contract declares', async () => {
  const report = await run({})
  expect(report.failure).toBeNull()
  // Both kinds occurred: some of each hundred were granted, and most were refused.
  expect(report.statuses[200]).toBeGreaterThan(100)
  expect(report.statuses[201]).toBeGreaterThan(0)
  expect(report.statuses[400]).toBeGreaterThan(100)
  expect(await findStockDrift(server)).toEqual([])
  expect((await auditAll(server.foyer.context.db)).differences).toEqual([])
}, 120_000)

test('a call that ends with an exception is found and shrunk, and its seed is printed (control)', {
  tags: ['night'],
  timeout: 120_000,
}, async () => {
  await server.sql(`
    create function fail_write() returns trigger language plpgsql as $$
    begin
      raise exception 'a bug';
    end $$;
    create trigger fail_write before insert on cart_items execute function fail_write()`)
  const report = await run({ requests: 3000 })
  expect(report.failure).toContain(`A request failed: seed ${SEED}, path `)
  expect(report.failure).toContain('"name": "addCartItem"')
  expect(report.failure).toContain('status 500')
  expect(report.failure).toContain('logged: {"level":50')
  await server.sql('drop function fail_write cascade')
})

describe('the memory after garbage collections', () => {
  const samples = async (keepBytes: number) => {
    const kept: Buffer[] = []
    const seen: number[] = []
    for (let sample = 0; sample < 6; sample += 1) {
      for (let request = 0; request < 100; request += 1) kept.push(Buffer.alloc(keepBytes, 1))
      seen.push(await memoryAfterCollection())
    }
    return { seen, kept: kept.length }
  }

  test('counts as a leak if each request leaves some kilobytes behind (control)', {
    tags: ['night'],
    timeout: 120_000,
  }, async () => {
    const { seen } = await samples(8192)
    expect(isLeak(growthPerRequest(seen, 100))).toBe(true)
  })

  test('does not count as a leak if it rises and falls, or rises only at the beginning', () => {
    const million = 1_000_000
    const waves = [1, 9, 20, 30, 41, 40, 43, 40, 46, 41, 40, 44, 40, 42].map((mb) => mb * million)
    expect(isLeak(growthPerRequest(waves, 1000))).toBe(false)
  })
})
