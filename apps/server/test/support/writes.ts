import type { TestServer } from '@foyer/testkit'

type Database = Pick<TestServer, 'sql'>

/**
 * Notes each row that is written. The server cannot truncate a table, so rows are all there is. Not
 * noted are rollups, because they repeat the stock and the first reader writes them, and lookups,
 * because each one that finds nothing is counted.
 */
const NOTE_WRITES = `
  create table noted_writes (id bigint generated always as identity primary key, write text not null);
  create function note_write() returns trigger language plpgsql security definer as $$
  begin
    insert into public.noted_writes (write) values (lower(tg_op) || ' ' || tg_table_name);
    return null;
  end $$;
  do $$
  declare name text;
  begin
    for name in
      select tablename from pg_tables where schemaname = 'public'
        and tablename not like '%\\_rollups' and tablename not in ('order_lookups', 'noted_writes')
    loop
      execute format('create trigger note_write after insert or update or delete on %I
        for each row execute function note_write()', name);
    end loop;
  end $$`

const noted = new WeakMap<Database, Promise<unknown>>()

/**
 * Watches the database from now on; the function that it returns says what was written since, one
 * entry for each row, such as 'update orders'. A row that is written as it was is written too.
 */
export async function watchWrites(server: Database): Promise<() => Promise<string[]>> {
  const isNoting = noted.get(server) ?? server.sql(NOTE_WRITES)
  noted.set(server, isNoting)
  await isNoting
  const [last] = await server.sql<{ id: string }>(
    'select coalesce(max(id), 0) as id from noted_writes',
  )
  return async () => {
    const rows = await server.sql<{ write: string }>(
      'select write from noted_writes where id > $1 order by id',
      [last?.id],
    )
    return rows.map(({ write }) => write)
  }
}
