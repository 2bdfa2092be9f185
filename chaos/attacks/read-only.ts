import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freshAddress } from './harness/addresses.ts'
import type { Attack, Breach, Site } from './harness/attack.ts'
import { Person } from './harness/person.ts'

/** The part of the attack's time in which the database is read-only. */
const READ_ONLY_SHARE = 0.5
/** Time to recover after the database takes writes again; a balancer asks every few seconds. */
const READY_WITHIN_MS = 10_000

/** The database takes no writes for some seconds, as during a failover. */
export const readOnly: Attack = {
  kind: 'read-only',
  name: 'the database is read-only for some seconds',
  ignoresLatency: true,
  allows503: true,
  seconds: 10,
  bounds: { databaseGraceMs: 1000 },
  showsAs: ['refused'],
  control: {
    without: 'the rule that a read-only database is a transient error',
    patch: hideReadOnly,
  },
  attack: async () => {},
  async during(site, seconds) {
    await setReadOnly(site, true)
    await delay(seconds * 1000 * READ_ONLY_SHARE)
    const breaches: Breach[] = []
    if (await isReady(site)) {
      breaches.push({ criterion: 'refused', text: '/readyz reports a read-only database as ready' })
    }
    const status = await remember(site)
    if (status !== 503) {
      const text = `storing a selection was answered ${status} while the database was read-only`
      breaches.push({ criterion: 'refused', text })
    }
    await setReadOnly(site, false)
    const startedAt = performance.now()
    while (!(await isReady(site))) {
      if (performance.now() - startedAt > READY_WITHIN_MS) {
        breaches.push({ criterion: 'refused', text: 'it did not recover by itself' })
        break
      }
      await delay(100)
    }
    return breaches
  },
}

async function setReadOnly(site: Site, isReadOnly: boolean): Promise<void> {
  await site.sql(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await site.sql('select pg_reload_conf()')
}

/** The status of a write outside the lanes: lanes answer 503 for every commit that fails. */
async function remember(site: Site): Promise<number> {
  const agent = new Agent()
  const person = new Person(site.url, agent, freshAddress())
  const { status } = await person.ask('POST', '/api/cart/items', {
    eventId: site.eventId,
    ticketTypeId: site.freeTypeId,
    quantity: 1,
  })
  agent.destroy()
  return status
}

async function isReady(site: Site): Promise<boolean> {
  const { status } = await fetch(`${site.url}/readyz`)
  return status === 200
}

const READ_ONLY = '25006'

/** Replaces the code of PostgreSQL's refusal with one that the server does not know. */
function hideReadOnly(): void {
  Object.defineProperty(pg.DatabaseError.prototype, 'code', {
    set(this: pg.DatabaseError, sent: unknown) {
      const value = sent === READ_ONLY ? 'XX000' : sent
      Object.defineProperty(this, 'code', { value, writable: true, enumerable: true })
    },
  })
}
