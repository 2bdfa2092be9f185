import { newId } from '@foyer/server/ids'
import type { startInProcess } from '@foyer/testkit/in-process'
import type pg from 'pg'

/** What the measurements of the back office share: an owner who is signed in, and the time of pages. */

type Server = Awaited<ReturnType<typeof startInProcess>>
type Browser = ReturnType<Server['browser']>

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** A browser in which an owner of the first organizer is signed in. */
export async function browserOfOwner(server: Server, pool: pg.Pool): Promise<Browser> {
  const browser = server.browser()
  const [id, token] = [newId(), 'b'.repeat(43)]
  await pool.query(
    `insert into staff_people (id, email, name, password_hash) values ($1, 'b@example.com', 'B', '')`,
    [id],
  )
  await pool.query(
    `insert into staff_sessions
       (digest, id, person_id, state, factor, signed_in_at, seen_at, ends_at, device, network)
     values ($1, $2, $2, 'open', 'password', now(), now(), now() + interval '1 day', '', '')`,
    [server.foyer.context.secrets.staffDigest('session', token), id],
  )
  await pool.query(
    `insert into staff_members (tenant_id, person_id, role) values (1, $1, 'owner')`,
    [id],
  )
  browser.setCookie('foyer_staff', token)
  return browser
}

/** Asks for each kind of page `rounds` times, one after the other. Times are milliseconds. */
export async function timePages(
  browser: Browser,
  pages: Readonly<Record<string, (index: number) => string>>,
  rounds: number,
): Promise<{ page: string; p50: number; p95: number; p99: number }[]> {
  const rows = []
  for (const [page, pathOf] of Object.entries(pages)) {
    const times: number[] = []
    for (let index = -20; index < rounds; index += 1) {
      const sentAt = performance.now()
      const answer = await browser.send('GET', pathOf(Math.abs(index)))
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      if (index >= 0) times.push(performance.now() - sentAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    rows.push({ page, p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) })
  }
  return rows
}
