import type { Database } from '@foyer/db'
import { TenantRollups } from './tenant-rollups.ts'

/** Called for each event that has newer figures to show. */
type NewsListener = (tenantId: number, eventId: string) => void

/**
 * What browsers see of prices and free tickets, stored per event, day and session in the database
 * (`0004_offers.sql`) and shared by all processes: any process writes, and each learns what the
 * others wrote.
 */
export interface Rollups {
  /** Call it when a committed change has moved the stock of a session. Never waits, never fails. */
  changed(tenantId: number, sessionId: string): void
  /**
   * Resolves once the rollups of the event are correct and its news are being reported, which lasts
   * until FOLLOW_MS after the last call; with the moment of `performance.now()` since when both are so. A
   * caller that caches an answer calls this before it reads, and reads nothing older.
   */
  follow(tenantId: number, eventId: string): Promise<number>
  /** Reports news of the tenant until the returned function is called. */
  keepFollowing(tenantId: number): () => void
  onNews(listener: NewsListener): void
  /**
   * Compares all rollups of the tenant with stock and corrects them, for example after a crash or a
   * change by an organizer.
   */
  compare(tenantId: number): Promise<void>
  /**
   * Writes what an organizer has changed of an event, and reports news of it in every process, also if no
   * figure has changed.
   */
  eventChanged(tenantId: number, eventId: string): Promise<void>
  /** Starts a comparison of the tenant, unless one has begun in the last half minute. Never fails. */
  compareSoon(tenantId: number): void
  /** Writes the sessions that are marked, then ends. */
  stop(): Promise<void>
}

export function createRollups(
  db: Database,
  onError: (error: unknown) => void,
  /** Compares a whole tenant in another thread; if it is missing, this thread does so. */
  compareElsewhere?: (tenantId: number) => Promise<void>,
): Rollups {
  const tenants = new Map<number, TenantRollups>()
  const listeners: NewsListener[] = []

  function of(tenantId: number): TenantRollups {
    const present = tenants.get(tenantId)
    if (present) return present
    const made = new TenantRollups(db, tenantId, {
      onError,
      ...(compareElsewhere ? { compareTenant: () => compareElsewhere(tenantId) } : {}),
      onNews: (eventId) => {
        for (const listener of listeners) listener(tenantId, eventId)
      },
    })
    tenants.set(tenantId, made)
    return made
  }

  return {
    changed: (tenantId, sessionId) => of(tenantId).changed(sessionId),
    follow: (tenantId, eventId) => of(tenantId).follow(eventId),
    keepFollowing: (tenantId) => of(tenantId).keepFollowing(),
    onNews: (listener) => {
      listeners.push(listener)
    },
    compare: (tenantId) => of(tenantId).compare('tenant'),
    eventChanged: (tenantId, eventId) => of(tenantId).eventChanged(eventId),
    compareSoon: (tenantId) => of(tenantId).compareSoon(),
    async stop() {
      await Promise.all([...tenants.values()].map((tenant) => tenant.stop()))
    },
  }
}
