import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Resolves when the jobs have processed every stored webhook. */
export async function webhooksProcessed(server: Pick<TestServer, 'sql'>): Promise<void> {
  await until(
    () => server.sql(`select id, type, last_error from provider_events where state = 'queued'`),
    (queued) => queued.length === 0,
  )
}
