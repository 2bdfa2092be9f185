import type { TestServer } from '@foyer/testkit'
import { createOutbox } from '../../src/features/mails/outbox.ts'

/** Sends what is due, as the job does, and waits until all of it is sent. */
export async function deliverMails(server: Pick<TestServer, 'foyer'>): Promise<void> {
  const outbox = createOutbox(server.foyer.context)
  for (const tenant of server.foyer.context.tenants.all()) {
    while ((await outbox.run(tenant)) > 0) await outbox.idle()
  }
}
