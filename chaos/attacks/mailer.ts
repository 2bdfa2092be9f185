import { Agent } from 'node:http'
import { freshAddress } from './harness/addresses.ts'
import type { Attack } from './harness/attack.ts'
import { Person } from './harness/person.ts'

/** One for each house, since all rows share a database. */
const victimOf = ({ eventId }: { eventId: string }) => `victim-${eventId}@example.org`
/** Of all kinds and from however many addresses, in an hour: what the outbox allows one recipient. */
const MAX_MAILS = 10
const AT_A_TIME = 6

/** Free orders, and payments begun and left, all in the name of one stranger. */
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
  async judge({ house, tally }) {
    const [row] = await house.sql<{ mails: number }>(
      `select count(*)::integer as mails from mails
       where recipient = $1 and state = 'sent'`,
      [victimOf(house)],
    )
    const mails = row?.mails ?? 0
    tally.mails = mails
    if (mails <= MAX_MAILS) return []
    return [{ criterion: 'share', text: `${mails} mails to one stranger` }]
  },
}
