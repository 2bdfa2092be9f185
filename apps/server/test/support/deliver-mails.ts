import type { TestServer } from '@foyer/testkit'
import { outboxOf } from '../../src/jobs/work.ts'

/** Sends what is due, as the job does, and waits until all of it is sent. */
export async function deliverMails(server: Pick<TestServer, 'foyer'>): Promise<void> {
  const outbox = outboxOf(server.foyer.context)
  for (const tenant of server.foyer.context.tenants.all()) {
    while ((await outbox.run(tenant)) > 0) await outbox.idle()
  }
}
