import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { freshAddress } from './harness/addresses.ts'
import type { Attack, Site } from './harness/attack.ts'
import { Person } from './harness/person.ts'

/** One recipient per site, because all attacks share a database. */
const victimOf = ({ eventId }: { eventId: string }) => `victim-${eventId}@example.org`
/** The outbox's limit per recipient and hour, over all kinds of mail and all client addresses. */
const MAX_MAILS = 10
const AT_A_TIME = 6
/** Time within which the outbox must have examined every queued mail. */
const LOOKED_AT_WITHIN_MS = 20_000

/** Free orders and abandoned payments, all with one stranger's mail address. */
export const mailer: Attack = {
  kind: 'mailer',
  name: 'free orders and failed payments in the name of one stranger, from many addresses',
  showsAs: ['share'],
  control: {
    without: 'the bound on mails to one recipient',
    bounds: { mailsToOneRecipient: [] },
  },
  async attack(target, tally, signal) {
    const agent = new Agent({ keepAlive: true })
    const { eventId, sessionIds, freeTypeId, paidTypeId, url } = target
    const sessionId = sessionIds[0] ?? ''
    const victim = victimOf(target)
    async function attackOnce(): Promise<void> {
      const person = new Person(url, agent, freshAddress())
      await person.hold({ eventId, sessionId, typeId: freeTypeId }, 1)
      const { status } = await person.order(eventId, victim)
      tally[`orders ${status}`] = (tally[`orders ${status}`] ?? 0) + 1
      const cart = await person.hold({ eventId, sessionId, typeId: paidTypeId }, 1, '10001')
      await person.startPayment(victim, '10001')
      await person.createIntent(eventId, cart.body.quote?.totalMinor ?? 0, '10001')
      await person.release('10001')
    }
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (!signal.aborted) await attackOnce()
      }),
    )
    agent.destroy()
  },
  async judge({ site, tally }) {
    const mails = await countSent(site)
    tally.mails = mails
    if (mails <= MAX_MAILS) return []
    return [{ criterion: 'share', text: `${mails} mails to one stranger` }]
  },
}

/** How many mails the stranger got, once the outbox has examined all of them. */
async function countSent(site: Site): Promise<number> {
  const giveUpAt = performance.now() + LOOKED_AT_WITHIN_MS
  for (;;) {
    const [row] = await site.sql<{ sent: number; queued: number }>(
      `select count(*) filter (where state = 'sent')::integer as sent,
         count(*) filter (where state = 'queued')::integer as queued
       from mails where recipient = $1`,
      [victimOf(site)],
    )
    if (!row?.queued || performance.now() > giveUpAt) return row?.sent ?? 0
    await delay(200)
  }
}
