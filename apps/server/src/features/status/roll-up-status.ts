import type { Database } from '@foyer/db'
import { sql } from 'kysely'
import type { Clock } from '../../adapters/clock.ts'
import { readAudit } from './read-audit.ts'

export const ROLL_UP_SECONDS = 300

/** A shorter gap is a restart or a late sample. */
const OUTAGE_MINUTES = 5
/** A minute is bad if so many of its answers are errors, in number and as a share. */
const LEAST_ERRORS = 5
const ERROR_SHARE = 0.05
/** So many bad minutes in a row are an incident. */
const BAD_MINUTES = 3
export const KEPT_DAYS = 90

/**
 * Adds up the samples by day, finds incidents, and deletes what is older than the page shows. Every
 * statement may run in several processes at once and again: days are computed from their samples,
 * and an incident is known by its kind and beginning. Samples are deleted by whole days, so a day is
 * always computed from all that is left of it.
 */
export async function rollUpStatus({
  db,
  clock,
}: {
  db: Pick<Database, 'registry' | 'acrossTenants'>
  clock: Clock
}): Promise<number> {
  const now = clock()
  await addUpDays(db, now)
  await findOutages(db)
  await findErrors(db, now)
  await followAudit(db, now)
  await deleteOld(db, now)
  return 0
}

type Registry = Pick<Database, 'registry'>

async function addUpDays(db: Registry, now: Date): Promise<void> {
  await sql`
    with samples as (
      select *, (minute at time zone 'UTC')::date as day from status_samples
      where minute < date_trunc('minute', ${now}::timestamptz)),
    minutes as (
      select day, minute, bool_or(probes > failed_probes and failed_probes = 0) as is_up
      from samples group by 1, 2),
    days as (
      select day, min(minute) as first_minute, count(*) filter (where is_up) as up_minutes,
        least((day + 1)::timestamp at time zone 'UTC',
          date_trunc('minute', ${now}::timestamptz)) as measured_until
      from minutes group by 1),
    errors as (select day, sum(errors) as errors from samples group by 1),
    latencies as (
      select day, array_agg(total order by bucket) as counts from (
        select day, bucket, sum(n)::integer as total
        from samples cross join unnest(latencies) with ordinality as l(n, bucket)
        group by 1, 2) b
      group by 1),
    holds as (
      select day, array_agg(total order by bucket) as counts from (
        select day, bucket, sum(n)::integer as total
        from samples cross join unnest(hold_latencies) with ordinality as l(n, bucket)
        group by 1, 2) b
      group by 1)
    insert into status_days (day, first_minute, measured_until, up_minutes, errors, latencies,
      hold_latencies)
    select day, first_minute, measured_until, up_minutes, errors, l.counts, h.counts
    from days join errors using (day) join latencies l using (day) join holds h using (day)
    on conflict (day) do update set measured_until = excluded.measured_until,
      up_minutes = excluded.up_minutes, errors = excluded.errors,
      latencies = excluded.latencies, hold_latencies = excluded.hold_latencies
    where excluded.measured_until >= status_days.measured_until`.execute(db.registry)
}

/** An outage is known once it is over: during it no process writes a sample. */
async function findOutages(db: Registry): Promise<void> {
  await sql`
    with up as (
      select minute from status_samples group by minute
      having bool_or(probes > failed_probes and failed_probes = 0)),
    gaps as (
      select lag(minute) over (order by minute) + interval '1 minute' as began_at, minute as ended_at
      from up)
    insert into status_incidents (kind, began_at, ended_at)
    select 'outage', began_at, ended_at from gaps
    where ended_at - began_at >= make_interval(mins => ${OUTAGE_MINUTES})
    on conflict (kind, began_at) do nothing`.execute(db.registry)
}

async function findErrors(db: Registry, now: Date): Promise<void> {
  await sql`
    with bad as (
      select minute from status_samples
      where minute < date_trunc('minute', ${now}::timestamptz)
      group by minute
      having sum(errors) >= ${LEAST_ERRORS} and sum(errors) >= ${ERROR_SHARE}::float8 * sum(answers)),
    runs as (
      select minute, minute - row_number() over (order by minute) * interval '1 minute' as run
      from bad)
    insert into status_incidents (kind, began_at, ended_at)
    select 'errors', min(minute), max(minute) + interval '1 minute' from runs
    group by run having count(*) >= ${BAD_MINUTES}
    on conflict (kind, began_at) do update set ended_at = excluded.ended_at`.execute(db.registry)
}

/** The books disagree from the turn that found it until a turn of each tenant finds nothing. */
async function followAudit(
  db: Pick<Database, 'registry' | 'acrossTenants'>,
  now: Date,
): Promise<void> {
  const audit = await readAudit(db)
  if (audit && audit.differences > 0) {
    await sql`
      insert into status_incidents (kind, began_at) values ('audit', ${audit.at})
      on conflict do nothing`.execute(db.registry)
  } else {
    await sql`
      update status_incidents set ended_at = greatest(began_at, ${now}::timestamptz)
      where kind = 'audit' and ended_at is null`.execute(db.registry)
  }
}

async function deleteOld(db: Registry, now: Date): Promise<void> {
  await sql`
    delete from status_samples
    where minute < (date_trunc('day', ${now}::timestamptz at time zone 'UTC') - interval '1 day')
      at time zone 'UTC'`.execute(db.registry)
  await sql`
    delete from status_days
    where day <= (${now}::timestamptz at time zone 'UTC')::date - ${KEPT_DAYS}::integer`.execute(
    db.registry,
  )
  await sql`
    delete from status_incidents
    where ended_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db.registry)
}
