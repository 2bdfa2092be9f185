import { setTimeout as delay } from 'node:timers/promises'
import { newId, newSecret } from '@foyer/server/ids'
import { createSecrets } from '@foyer/server/secrets'
import { APP_SECRET } from '../../foyer-process.ts'
import { freshAddress, fromAddress } from './addresses.ts'
import type { Breach, Site } from './attack.ts'

/** Organizers in rows of attacks: one who attacks, and one who works beside it. */

/** What an organizer's owner sends with each call. */
export interface Office {
  tenantId: number
  /** The headers that name the organizer and its owner's session. */
  headers: Record<string, string>
}

/** Registers an organizer, with an owner who is signed in. */
export async function openOffice(site: Pick<Site, 'build' | 'sql'>): Promise<Office> {
  const { tenantId, slug } = await site.build.tenant()
  const [person, token] = [newId(), newSecret()]
  await site.sql(
    `insert into staff_people (id, email, name, password_hash) values ($1, $2, 'Owner', '')`,
    [person, `${person}@example.com`],
  )
  await site.sql(
    `insert into staff_sessions (digest, id, person_id, state, factor, signed_in_at, seen_at, ends_at,
       device, network)
     values ($1, $2, $3, 'open', 'password', now(), now(), now() + interval '1 day', '', '')`,
    [createSecrets(APP_SECRET).staffDigest('session', token), newId(), person],
  )
  await site.sql(
    `insert into staff_members (tenant_id, person_id, role) values ($1, $2, 'owner')`,
    [tenantId, person],
  )
  return {
    tenantId,
    headers: { 'x-brand-path': slug, cookie: `__Host-foyer_staff=${token}` },
  }
}

/** A call of an organizer who works while another one attacks. */
interface Work {
  method: string
  path: string
  body?: unknown
  /** In place of a body in JSON. */
  file?: Buffer
  /** How it is answered if nobody attacks; 200 by default. */
  status?: number
}

/** Longer than such a call takes on a busy machine that is attacked by nobody. */
const MOST_MS = 8000
const GIVE_UP_MS = 12_000
const PAUSE_MS = 500

/** Makes the call again and again; harm is an answer that is late, an error, or missing. */
export async function workBeside(
  { url, beside: { headers } }: Pick<Site, 'url' | 'beside'>,
  seconds: number,
  { method, path, body, file, status: usual = 200 }: Work,
): Promise<Breach[]> {
  const address = freshAddress()
  const endsAt = performance.now() + seconds * 1000
  while (performance.now() < endsAt) {
    const begunAt = performance.now()
    const status = await fetch(new URL(path, url), {
      method,
      headers: {
        ...headers,
        ...fromAddress(address),
        ...(file ? { 'content-type': 'application/octet-stream' } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(file ? { body: new Uint8Array(file) } : {}),
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      .catch(() => 0)
    const ms = performance.now() - begunAt
    if (status !== usual || ms > MOST_MS) {
      const text = `another organizer's ${method} ${path} was answered ${status} after ${ms.toFixed(0)} ms`
      return [{ criterion: 'refused', text }]
    }
    await delay(PAUSE_MS)
  }
  return []
}
