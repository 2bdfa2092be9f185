import pg from 'pg'

/**
 * The role that looks for due work of all tenants at once. Row security shows it all rows of the
 * tables below, and grants show it only these columns: ids, states, times, counts of the
 * audit, and the figures of organizers. It writes nothing.
 * Only {@link Database.acrossTenants} uses it, for one statement at a time.
 */
export const DUE_ROLE = 'foyer_due'

const VISIBLE: Readonly<Record<string, readonly string[]>> = {
  mails: ['tenant_id', 'id', 'state', 'next_attempt_at', 'updated_at'],
  payments: ['tenant_id', 'id', 'state', 'next_check_at', 'intent_id', 'created_at', 'account_id'],
  refunds: ['tenant_id', 'id', 'state', 'next_attempt_at', 'provider_refund_id', 'key_number'],
  disputes: ['tenant_id', 'id', 'state', 'payment_id', 'amount_minor', 'currency'],
  connected_accounts: [
    ...['tenant_id', 'account_id', 'disconnected_at', 'checked_at'],
    ...['charges_enabled', 'payouts_enabled', 'details_submitted', 'requirements', 'balances'],
  ],
  bulk_changes: ['tenant_id', 'id', 'state', 'next_attempt_at'],
  session_disruptions: ['tenant_id', 'id', 'state', 'next_attempt_at'],
  holds: ['tenant_id', 'session_id', 'state', 'reclaim_at'],
  wallet_updates: ['tenant_id', 'next_attempt_at'],
  event_listings: ['tenant_id', 'event_id', 'next_start', 'price_ends_at'],
  money_problems: ['tenant_id', 'kind', 'subject', 'account_id'],
  job_turns: ['tenant_id', 'job', 'due_at'],
  sales_days: [
    ...['tenant_id', 'day', 'currency', 'tickets'],
    ...['charged_minor', 'refunded_minor', 'platform_fee_minor'],
  ],
  status_audits: ['tenant_id', 'at', 'differences', 'oversold'],
}

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes the role, and its policy on each table that lacks one. Returns false if the account may not
 * create roles and was not granted this one. Existing policies are not made again, because making
 * one locks its table for a moment.
 */
export async function ensureDueRole(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${DUE_ROLE}') then
        create role ${DUE_ROLE} nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
    if (!(await mayTakeOnDueRole(client))) await client.query(`grant ${DUE_ROLE} to current_user`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
  await client.query(`grant usage on schema public to ${DUE_ROLE};
    grant execute on all functions in schema public to ${DUE_ROLE}`)
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_policies where policyname = 'due_work'`,
  )
  const present = new Set(rows.map((row) => row.tablename))
  for (const [table, columns] of Object.entries(VISIBLE)) {
    await client.query(`grant select (${columns.join(', ')}) on ${table} to ${DUE_ROLE}`)
    if (present.has(table)) continue
    await client.query(`create policy due_work on ${table} for select to ${DUE_ROLE} using (true)`)
  }
  return true
}

/** Whether connections of this account may use the role; false if it may not create roles. */
export async function mayTakeOnDueRole(query: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await query.query<{ may: boolean }>(
    `select pg_has_role(session_user, oid, case when current_setting('server_version_num')::int >= 160000
      then 'SET' else 'MEMBER' end) as may from pg_roles where rolname = $1`,
    [DUE_ROLE],
  )
  return rows[0]?.may ?? false
}
