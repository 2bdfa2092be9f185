import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@foyer/contract'
import type { Database } from '@foyer/db'
import { currentDraft } from './draft-scope.ts'

/** What a request reads of the database. */
interface Reading {
  /** Everything that it reads shows this moment of `performance.now()`, or a later one. */
  since: number
  /** Whether replicas may be read now: for the time of the handler of an endpoint that says so. */
  isRecent: boolean
}

const readings = new AsyncLocalStorage<Reading>()

/** A database whose tenants' transactions read replicas, and nothing else, while {@link readRecent} runs. */
export function withRecentReads(db: Database): Database {
  const readsOf = () => {
    const reading = readings.getStore()
    // The transaction of a preview publishes something, on the primary.
    return reading?.isRecent && !currentDraft() ? db.readsSince(reading.since) : db
  }
  return {
    ...db,
    withTenant: (tenantId, work) => readsOf().withTenant(tenantId, work),
    withSnapshot: (tenantId, work) => readsOf().withSnapshot(tenantId, work),
    longWork: {
      withTenant: (tenantId, work) => readsOf().longWork.withTenant(tenantId, work),
      withSnapshot: (tenantId, work) => readsOf().longWork.withSnapshot(tenantId, work),
    },
  }
}

/** Runs `work` with transactions that only read, on replicas that show `since` or later. */
export async function readRecent<T>(since: number, work: () => Promise<T>): Promise<T> {
  const reading: Reading = { since, isRecent: true }
  try {
    return await readings.run(reading, work)
  } finally {
    // What the work has started in the background may write.
    reading.isRecent = false
  }
}

/** Runs a rendering whose calls show `since` or later. */
export const renderRecent = <T>(since: number, work: () => Promise<T>): Promise<T> =>
  readings.run({ since, isRecent: false }, work)

/** From now on the present request reads what shows this moment or a later one. */
export function readNoOlderThan(moment: number): void {
  const reading = readings.getStore()
  if (reading) reading.since = Math.max(reading.since, moment)
}

/**
 * The moment that the answer to a request has to show: now, for a browser that has just written;
 * for a call of a page, that of the page; 0 for any.
 */
export const momentFor = (
  { replica }: Pick<Database, 'replica'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): number =>
  replica && hasWritten(headers) ? performance.now() : (readings.getStore()?.since ?? 0)

const COOKIE = 'foyer_wrote'
/** Longer than replicas may be behind (REPLICA_AGE_MS). The browser counts it, so no clock is compared. */
const MARK_SECONDS = 3

/**
 * Whether the browser has written in the last seconds. Made up, it costs its sender the time that a read
 * takes without caches and replicas, within the same limits.
 */
export const hasWritten = ({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): boolean =>
  cookie?.includes(`${COOKIE}=1`) ?? false

/** A refusal shows people of the back office what others have written; they read it next. */
const ALWAYS_MARKED = new Set<Endpoint['access']['kind']>(['guest', 'person', 'staff', 'operator'])

/** The headers that mark a browser after an answer of this status, if there are replicas. */
export function markOf(
  { replica }: Pick<Database, 'replica'>,
  { method, access }: Pick<Endpoint, 'method' | 'access'>,
  { status, isHttps }: { status: number; isHttps: boolean },
): readonly string[] {
  const hasWritten = method !== 'GET' && access.kind !== 'public'
  if (!replica || !hasWritten || (status >= 400 && !ALWAYS_MARKED.has(access.kind))) return []
  const secure = isHttps ? '; Secure' : ''
  return [
    'set-cookie',
    `${COOKIE}=1; Max-Age=${MARK_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  ]
}
