import type { Database, TurnPosition, WalkState } from '@foyer/db'
import { sql } from 'kysely'
import type { Tenant } from '../tenant-registry.ts'
import { followPasses } from './passes.ts'
import type { TenantJob } from './tenant-jobs.ts'

/**
 * Work over a tenant's history that is due by time alone. A turn does one slice and begins where
 * the last turn ended. `job_turns` stores the position and the due time, for all processes.
 */
export interface TurnJob {
  name: string
  /** The longest time, in seconds, between two turns of a tenant. */
  restSeconds: number
  /** Does a slice; returns its position and when it continues, at most `restSeconds` later. */
  run(tenant: Tenant, position: TurnPosition): Promise<TurnResult>
}

export interface TurnResult {
  position: TurnPosition
  /** 0 if there is more to do at once. */
  restSeconds: number
}

/** The position of each walk of a tenant's turn, by the walk's name. */
export type Walks = Map<string, WalkState>

/**
 * The result of a turn whose walks have rests of their own: it continues when the first walk does.
 */
export function resultOf(walks: Walks, nowMs: number, hasMore: boolean): TurnResult {
  const wakesAt = Math.min(...[...walks.values()].map(({ restsUntil }) => restsUntil))
  const restSeconds = hasMore ? 0 : Math.max(LEAST_REST_SECONDS, (wakesAt - nowMs) / 1000)
  return { position: Object.fromEntries(walks), restSeconds }
}

/** The least rest between two slices of a pass. */
const LEAST_REST_SECONDS = 5
/** If a process dies during a turn, another one may take the turn after this time. */
const LEASE_SECONDS = 600
const FAILED_SECONDS = 60
/** The first turns of many tenants are spread out by this many seconds each. */
const SPREAD_SECONDS = 0.05
/** How often hints that tenants sold are written, all of them in one statement. */
const HINT_EVERY_MS = 5000

/**
 * Makes jobs of tenants out of turns. Each run claims its turn, so that only one of many processes
 * does it. `onPass` is called for each pass over history that took several turns and has ended.
 */
export const jobsOfTurns = (
  db: Database,
  jobs: readonly TurnJob[],
  onError: (details: object) => void,
  onPass: (details: object) => void,
): TenantJob[] =>
  jobs.map((job) => ({
    name: job.name,
    isKicked: false,
    atOnce: 1,
    run: async (tenant) => {
      const turn = await claim(db, job.name, tenant.id)
      if (!turn) return 0
      const { position } = turn
      try {
        const result = await job.run(tenant, position)
        const followed = followPasses(position, result.position, Date.now())
        await giveBack(db, turn, { ...result, position: followed.position })
        for (const pass of followed.ended) onPass({ job: job.name, tenant: tenant.slug, ...pass })
      } catch (error) {
        // Tried again after a while from the same position, so that one tenant's failure does not
        // stop the others.
        onError({ err: error, job: job.name, tenant: tenant.slug })
        await giveBack(db, turn, { position, restSeconds: FAILED_SECONDS })
      }
      return 0
    },
  }))

interface Turn {
  job: string
  tenantId: number
  position: TurnPosition
  /** When this process's claim on the turn ends, as the database formats it. */
  until: string
}

async function claim(db: Database, job: string, tenantId: number): Promise<Turn | null> {
  const { rows } = await sql<Pick<Turn, 'position' | 'until'>>`
    update job_turns set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where tenant_id = ${tenantId} and job = ${job} and due_at <= clock_timestamp()
    returning position, due_at::text as until`.execute(db.registry)
  return rows[0] ? { job, tenantId, ...rows[0] } : null
}

/** Ends a turn. If a hint came during it, the next turn begins no later than the hint says. */
async function giveBack(db: Database, turn: Turn, result: TurnResult): Promise<void> {
  const next = sql`clock_timestamp() + make_interval(secs => ${result.restSeconds})`
  await sql`
    update job_turns set position = ${JSON.stringify(result.position)}::jsonb,
      due_at = case due_at when ${turn.until}::timestamptz then ${next}
        else least(due_at, ${next}) end
    where tenant_id = ${turn.tenantId} and job = ${turn.job}`.execute(db.registry)
}

/** Makes the turns of tenants that have none yet, and spreads the first ones over time. */
export async function addMissingTurns(db: Database, jobs: readonly TurnJob[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  const rests = jobs.map(({ restSeconds }) => restSeconds)
  await sql`
    insert into job_turns (tenant_id, job, due_at)
    select t.tenant_id, j.name, clock_timestamp() + make_interval(secs => random() * least(
      j.rest, (select count(*) from tenants) * ${SPREAD_SECONDS}::float8))
    from tenants t cross join unnest(${names}::text[], ${rests}::float8[]) as j(name, rest)
    where not exists (select from tenant_cells c where c.tenant_id = t.tenant_id)
    on conflict do nothing`.execute(db.registry)
}

export interface TurnHints {
  /** Call it when a tenant's data has changed, so that the turns of some jobs run soon. */
  changed(tenantId: number): void
  stop(): Promise<void>
}

/** A job whose next turn is brought forward for a tenant that sold or was paid. */
export interface SoonTurn {
  name: string
  /** The longest wait until that turn. */
  soonSeconds: number
}

/** Brings forward the next turns of tenants that sold, in one statement every few seconds. */
export function createTurnHints(
  db: Database,
  soon: readonly SoonTurn[],
  onError: (error: unknown) => void,
): TurnHints {
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    timer = null
    const ids = [...changed]
    changed.clear()
    if (ids.length === 0) return
    try {
      await sql`
        update job_turns t set due_at = clock_timestamp() + make_interval(secs => j.soon)
        from unnest(${soon.map(({ name }) => name)}::text[],
          ${soon.map(({ soonSeconds }) => soonSeconds)}::float8[]) as j(name, soon)
        where t.job = j.name and t.tenant_id = any(${ids}::integer[])
          and t.due_at > clock_timestamp() + make_interval(secs => j.soon)`.execute(db.registry)
    } catch (error) {
      onError(error)
    }
  }

  return {
    changed(tenantId) {
      changed.add(tenantId)
      timer ??= setTimeout(() => {
        writing = write()
      }, HINT_EVERY_MS)
    },
    async stop() {
      if (timer) {
        clearTimeout(timer)
        writing = writing.then(write)
      }
      await writing
    },
  }
}
