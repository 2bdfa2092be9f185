import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Rules for every table, checked in the database's catalogue, so that no future table can miss
 * them.
 */

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(async () => {
  await database.drop()
})

const rowsOf = async (query: string) => (await pool.query(query)).rows

/**
 * The registry, the list of migrations, and the provider's reports about objects whose tenant is
 * known only after fetching them belong to no tenant. Turns of jobs are ids and times that every
 * process reads for all tenants at once; so are the cells of organizers and their moves. What the platform measures about itself has a policy of its own,
 * which the last test checks.
 */
const SHARED = `('tenants', 'tenant_domains', 'schema_migrations', 'provider_events', 'provider_watermarks', 'limit_counts', 'job_turns', 'status_samples', 'status_days', 'status_incidents', 'staff_people', 'staff_sessions', 'staff_browsers', 'staff_totp', 'staff_recovery_codes', 'staff_passkeys', 'staff_challenges', 'staff_links', 'staff_attempts', 'staff_mails', 'platform_operators', 'operator_log', 'system_configuration', 'tenant_cells', 'tenant_moves')`

test('every table except the shared ones has a tenant, and its tenant is never null', async () => {
  const tables = await rowsOf(`
    select c.relname as table, a.attnotnull as required from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and c.relname not in ${SHARED}`)
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.filter((table) => table.required !== true)).toEqual([])
})

test('row security is on and forced, with one policy for every command', async () => {
  const open = await rowsOf(`
    select c.relname from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and c.relname not in ${SHARED}
      and not (c.relrowsecurity and c.relforcerowsecurity)`)
  expect(open).toEqual([])
  const unequal = await rowsOf(`
    select c.relname, p.polname, p.polcmd, pg_get_expr(p.polqual, p.polrelid) as seen,
      pg_get_expr(p.polwithcheck, p.polrelid) as written
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    left join pg_policy p on p.polrelid = c.oid and p.polname not in ('due_work', 'own_memberships')
    where c.relkind in ('r', 'p') and c.relname not in ${SHARED}
      and (p.polcmd is distinct from '*' or not p.polpermissive
        or pg_get_expr(p.polqual, p.polrelid) not like '%tenant_id = %current_tenant()%'
        or pg_get_expr(p.polqual, p.polrelid) <> pg_get_expr(p.polwithcheck, p.polrelid))`)
  expect(unequal).toEqual([])
})

test('a policy shows all tenants to the role that looks for due work, and to no other', async () => {
  const wide = await rowsOf(`
    select p.polcmd as command, array(select rolname from pg_roles where oid = any(p.polroles))::text[]
      as roles from pg_policy p where p.polname = 'due_work'`)
  expect(wide.length).toBeGreaterThan(5)
  for (const policy of wide) expect(policy).toEqual({ command: 'r', roles: ['foyer_due'] })
})

test('a person without a tenant sees their own memberships and nothing else of any tenant', async () => {
  const policies = await rowsOf(`
    select c.relname as table, p.polcmd as command, pg_get_expr(p.polqual, p.polrelid) as seen
    from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'own_memberships'`)
  expect(policies).toEqual([
    {
      table: 'staff_members',
      command: 'r',
      seen: expect.stringMatching(
        /current_tenant\(\).* IS NULL.* AND .*person_id = .*current_person\(\)/,
      ),
    },
  ])
})

test('every view applies the rights of its caller', async () => {
  const views = await rowsOf(`
    select c.relname from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('v', 'm')
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`)
  expect(views).toEqual([])
})

test('every primary and foreign key begins with the tenant, on both of its ends', async () => {
  const keys = await rowsOf(`
    select t.relname as table, k.conname as key, k.contype as kind,
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) as first,
      (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1])
        as target
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    where k.contype in ('p', 'f') and t.relname not in ${SHARED}`)
  expect(keys.length).toBeGreaterThan(30)
  const astray = keys.filter(
    ({ kind, first, target }) => first !== 'tenant_id' || (kind === 'f' && target !== 'tenant_id'),
  )
  expect(astray).toEqual([])
})

test('only the functions that write the registry, fold the ledger and forget erased buyers run with the rights of their owner', async () => {
  const definers = await rowsOf(`
    select p.proname as name, p.prorettype::regtype::text as returns, p.proconfig as settings
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    where p.prosecdef order by 1`)
  // Its own search path prevents another table from hiding one that it names.
  expect(definers.map(({ name, returns }) => `${name} ${returns}`)).toEqual([
    'add_domain void',
    'adopt_test_shop void',
    'analyze_grown_tables void',
    'change_contact void',
    'change_look void',
    'change_platform_terms void',
    'change_privacy void',
    'change_terms void',
    'claim_domain void',
    'fold_stock_ledger integer',
    'follow_connected_accounts trigger',
    'follow_coupons trigger',
    'forget_words_about void',
    'lock_organizer void',
    'open_test_shop integer',
    'organizer_changed void',
    'register_organizer integer',
    'register_test_shop record',
    'release_domain void',
    'remove_domain boolean',
    'set_change_policy void',
    'set_main_domain void',
  ])
  for (const { settings } of definers) expect(settings).toEqual(['search_path=public, pg_temp'])
})

test('a constraint refuses to hold or sell more than the capacity', async () => {
  const [constraint] = await rowsOf(`
    select pg_get_constraintdef(oid) as rule, convalidated as valid from pg_constraint
    where conname = 'stock_never_oversold'`)
  expect(constraint?.valid).toBe(true)
  expect(constraint?.rule).toMatch(/capacity IS NULL.*held \+ sold\) <= capacity/)
})

test('a constraint refuses to use a coupon more often than its limit', async () => {
  const [constraint] = await rowsOf(`
    select pg_get_constraintdef(oid) as rule, convalidated as valid from pg_constraint
    where conname = 'coupon_never_overused'`)
  expect(constraint?.valid).toBe(true)
  expect(constraint?.rule).toMatch(/usage_count >= 0.*usage_count <= usage_limit/)
})

test('a transaction of a tenant neither sees nor writes accounts and what the platform measures about itself', async () => {
  const policies = await rowsOf(`
    select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as is_forced,
      pg_get_expr(p.polqual, p.polrelid) like '%current_tenant()% IS NULL%'
        and pg_get_expr(p.polqual, p.polrelid) = pg_get_expr(p.polwithcheck, p.polrelid) as is_closed
    from pg_class c join pg_policy p on p.polrelid = c.oid
    where p.polname = 'platform_only' order by 1`)
  expect(policies).toEqual(
    [
      'operator_log',
      'platform_operators',
      'staff_attempts',
      'staff_browsers',
      'staff_challenges',
      'staff_links',
      'staff_mails',
      'staff_passkeys',
      'staff_people',
      'staff_recovery_codes',
      'staff_sessions',
      'staff_totp',
      'status_days',
      'status_incidents',
      'status_samples',
      'system_configuration',
    ].map((table) => ({
      table,
      is_forced: true,
      is_closed: true,
    })),
  )
})
