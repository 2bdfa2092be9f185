import { buy, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { countMails } from '../src/jobs/count-mails.ts'
import { times } from './support/calls.ts'

const server = serverForTests({ jobs: false })

/** The counts by state, as Prometheus reads them. */
async function counted(): Promise<Record<string, number>> {
  const { context } = server.foyer
  await countMails(context)
  const lines = (await context.metrics.render()).matchAll(/^foyer_mails\{state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]))
}

test('the metrics show how many mails wait or are held back, and how many failed for good in the last day', async () => {
  const none = { queued: 0, held_back: 0, bounced: 0, failed: 0, suppressed: 0 }
  expect(await counted()).toEqual(none)
  const event = await server.build.event({ capacity: 100 })
  for (const _ of times(4, () => null)) await buy(server.browser(), event)
  expect(await counted()).toEqual({ ...none, queued: 4, bounced: 0, failed: 0 })
  const ids = (await server.sql<{ id: string }>('select id from mails')).map(({ id }) => id)
  const set = (index: number, change: string) =>
    server.sql(`update mails set ${change} where id = $1`, [ids[index]])
  await set(0, `state = 'sent'`)
  await set(1, `state = 'bounced'`)
  await set(2, `state = 'failed'`)
  expect(await counted()).toEqual({ ...none, queued: 1, bounced: 1, failed: 1 })
  await set(3, `state = 'held_back'`)
  await set(0, `state = 'suppressed'`)
  expect(await counted()).toEqual({ queued: 0, held_back: 1, bounced: 1, failed: 1, suppressed: 1 })
  await set(2, `updated_at = now() - interval '25 hours'`)
  expect(await counted()).toEqual({ queued: 0, held_back: 1, bounced: 1, failed: 0, suppressed: 1 })
})
