import type pg from 'pg'

/**
 * Creates tenants without visitors, whose job turns are spread over the day, as after a day's run. In the
 * second cell they get the ids and slugs that the home cell has given them.
 */
export async function addIdleTenants(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into tenants (slug, name, hue, support_email)
     select 'idle-' || n, 'Idle ' || n, n % 360, 'help@example.com' from generate_series(1, $1) n`,
    [count],
  )
  await addTurns(pool)
}

/** Puts the rows of `from`'s idle tenants into `to`, the cell `cell`, and makes its directory say so. */
export async function moveIdleTenants(from: pg.Pool, to: pg.Pool, cell: string): Promise<void> {
  const { rows } = await from.query<{ ids: number[]; slugs: string[] }>(
    `select array_agg(tenant_id) as ids, array_agg(slug) as slugs from tenants where slug like 'idle-%'`,
  )
  await to.query(
    `insert into tenants (tenant_id, slug, name, hue, support_email)
     select id, slug, slug, 75, 'help@example.com' from unnest($1::integer[], $2::text[]) as t(id, slug)`,
    [rows[0]?.ids, rows[0]?.slugs],
  )
  await from.query(`insert into tenant_cells (tenant_id, cell) select unnest($1::integer[]), $2`, [
    rows[0]?.ids,
    cell,
  ])
  await from.query('delete from job_turns where tenant_id = any($1)', [rows[0]?.ids])
  await addTurns(to)
}

async function addTurns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into job_turns (tenant_id, job, due_at)
     select tenant_id, job, now() + random() * interval '1 day' from tenants
     cross join unnest(array['end-personal-data', 'end-holds', 'forget-contacts', 'audit',
       'reconcile-records', 'count-sales']) as job
     on conflict do nothing`,
  )
  await pool.query('analyze')
}
