/** @module-tag night */
import { Builder, startTestServer, type TestServer, until } from '@foyer/testkit'
import { type Replicated, startReplicated } from '@foyer/testkit/replicated'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOfNorth, ofOrganizer, rowInDirectory, rowInNorth } from './support/cell-world.ts'

/** The main organizer is at home, which has no replica; 'harbor' is in the cell north, which has one. */
let north: Replicated
let server: TestServer
beforeAll(async () => {
  north = await startReplicated()
  server = await startTestServer({
    cells: [{ name: 'north', url: north.url, replicaUrl: north.replicaUrl }],
    jobs: false,
  })
  const { tenantId } = await server.build.tenant({ slug: 'harbor' })
  await north.pool.query(...rowInNorth(tenantId, 'harbor'))
  await server.sql(...rowInDirectory(tenantId))
  await server.foyer.context.cells.reload()
  await new Builder(north.pool).event({ tenantId })
}, 120_000)
afterAll(async () => {
  await server.close()
  await north.close()
})

const replicaReads = (metrics: string): number =>
  Number(/foyer_replica_reads_total\{[^}]*from="replica"[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0)

test('an organizer is read on the replica of its own cell, and others on their primary', async () => {
  await north.caughtUp()
  const calendar = async (headers: Record<string, string>) => {
    const { status } = await server.browser(headers).send('GET', '/api/events')
    expect(status).toBe(200)
  }
  await until(
    async () => {
      await calendar(ofOrganizer('harbor'))
      return replicaReads(await contextOfNorth({ server }).metrics.render())
    },
    (count) => count > 0,
  )
  await calendar({})
  const replicaConnections = await server.sql(
    `select from pg_stat_activity
     where application_name = 'foyer-replica' and datname = current_database()`,
  )
  expect(replicaConnections).toEqual([])
})
