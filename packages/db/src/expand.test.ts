import type { TestDatabase } from '@foyer/testkit'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releasedHashes } from '../scripts/release-schema.ts'
import { openReleased } from '../test-support/apply-migrations.ts'
import { expandBreaches } from '../test-support/expand-breaches.ts'
import { takeSnapshot } from '../test-support/schema-snapshot.ts'
import { migrationOf, readMigrations } from './migration-files.ts'

let database: TestDatabase
let client: pg.PoolClient
beforeAll(async () => {
  database = await openReleased(Object.keys(await releasedHashes()), 'rows.sql')
  client = await database.pool.connect()
})
afterAll(async () => {
  client.release()
  await database.drop()
})

/** What the rules say of a migration on a database of the last release, which is then as before. */
async function judge(statements: string): Promise<string[]> {
  await client.query('begin')
  try {
    return await expandBreaches(client, migrationOf('9000_new.sql', statements))
  } finally {
    await client.query('rollback')
  }
}

const CONTRACT = 'which the last release uses: do that in a migration of phase contract.'
const REFUSED: readonly [what: string, statements: string, sentence: string][] = [
  [
    'a dropped column',
    'alter table orders drop column cart_number',
    `drops or renames orders.cart_number, ${CONTRACT}`,
  ],
  [
    'a renamed column',
    'alter table holds rename column line to rank',
    `drops or renames holds.line, ${CONTRACT}`,
  ],
  [
    'a dropped table',
    'drop table order_tags',
    `drops or renames the table order_tags, ${CONTRACT}`,
  ],
  [
    'a renamed table',
    'alter table order_notes rename to remarks',
    `drops or renames the table order_notes, ${CONTRACT}`,
  ],
  [
    'a dropped function',
    'drop function calling_code(text) cascade',
    `drops or renames the function calling_code(text), ${CONTRACT}`,
  ],
  [
    'a required column without a default',
    'delete from order_tags; alter table order_tags add column rank integer not null',
    'adds order_tags.rank as not null without a default: the last release leaves it out.',
  ],
  [
    'a column that becomes required',
    'alter table event_facts alter column doors_minutes set not null',
    `makes event_facts.doors_minutes not null, ${CONTRACT}`,
  ],
  [
    'a default that is taken away',
    'alter table event_sales alter column cutoff_minutes drop default',
    `takes the default from event_sales.cutoff_minutes, ${CONTRACT}`,
  ],
  [
    'another type',
    'alter table orders alter column total_minor type bigint',
    `makes orders.total_minor bigint, not integer, ${CONTRACT}`,
  ],
  [
    'a constraint whose check locks the table',
    'alter table orders add constraint orders_total check (total_minor >= 0)',
    'checks all rows of orders for orders_total while nobody may write: add it with "not valid", and validate it in a later file with "-- transaction: none".',
  ],
  [
    'a constraint that is added and validated at once',
    `alter table orders add constraint orders_total check (total_minor >= 0) not valid;
     alter table orders validate constraint orders_total`,
    'checks all rows of orders for orders_total while nobody may write: add it with "not valid", and validate it in a later file with "-- transaction: none".',
  ],
  [
    'an index whose build locks the table',
    'create index orders_by_total on orders (tenant_id, total_minor)',
    'builds orders_by_total on orders while nobody may write: use "create index concurrently if not exists" in a file with "-- transaction: none".',
  ],
  [
    'an index that a statement of the last release names in "on conflict"',
    'drop index tenants_test_shop',
    `drops or changes the unique index tenants_test_shop, ${CONTRACT}`,
  ],
  [
    'a table that is written anew',
    'alter table orders add column token uuid not null default gen_random_uuid()',
    'writes the table orders anew while nobody may write: add a column and fill it in slices instead.',
  ],
  [
    'rows that stay locked',
    'update orders set email = lower(email)',
    'locks rows of orders until its end: let a job change them in slices.',
  ],
  [
    "a file without a transaction that can't be repeated",
    '-- transaction: none\nalter table orders add column note text;\n',
    `runs without a transaction and can't be repeated from "alter table orders add column note text" on.`,
  ],
]

/** Breaches that are accepted, each with its reason. */
const ACCEPTED: readonly string[] = [
  // No statement of the last release names these keys in "on conflict", and the table has rows of orders
  // with checkout rules alone, which its release was the first to write.
  '0050_rule_usage_keys.sql builds rule_usage_pkey on rule_usage',
  '0050_rule_usage_keys.sql drops or changes the unique index rule_usage_',
]

/**
 * A statement of the last release that connections remember returns all columns of these tables, so a
 * column more makes it fail. Empty from the next release on: `added-columns.test.ts` of the server.
 */
const READ_WHOLE: readonly string[] = ['holds']

describe('a migration of phase expand', () => {
  test('leaves everything that the last release uses', async () => {
    const released = await releasedHashes()
    const added = (await readMigrations()).filter(({ name }) => released[name] === undefined)
    const found: string[] = []
    const columns = async () =>
      (await takeSnapshot(client)).columns.filter(({ table }) => READ_WHOLE.includes(table)).length
    const before = await columns()
    for (const migration of added.filter(({ phase }) => phase === 'expand')) {
      if (migration.isTransaction) await client.query('begin')
      found.push(...(await expandBreaches(client, migration)))
      if (migration.isTransaction) await client.query('commit')
    }
    expect(await columns()).toBe(before)
    expect(
      found.filter((sentence) => !ACCEPTED.some((start) => sentence.startsWith(start))),
    ).toEqual([])
  })

  test.each(REFUSED)('is refused with a sentence for %s', async (_, statements, sentence) => {
    expect(await judge(statements)).toContain(`9000_new.sql ${sentence}`)
  })

  test('may add tables, columns, and constraints that are checked later', async () => {
    expect(
      await judge(`create table order_colors (tenant_id integer, order_id uuid, color text not null,
          primary key (tenant_id, order_id));
        create index order_colors_by_color on order_colors (color);
        alter table orders add column color text, add column is_gift boolean not null default false,
          add constraint orders_color check (color <> '') not valid`),
    ).toEqual([])
    expect(
      await judge(
        '-- transaction: none\nalter table holds validate constraint holds_rules_check;\n',
      ),
    ).toEqual([])
  })
})

test('a migration with a mark that is none is refused', () => {
  expect(() => migrationOf('9000_new.sql', '-- phase: contrakt\nselect 1')).toThrow(
    "The phase of migration 9000_new.sql is 'contrakt'; it is expand or contract.",
  )
  expect(() => migrationOf('9000_new.sql', '-- transaction: one')).toThrow(
    "The transaction of migration 9000_new.sql is 'one'; it may be none.",
  )
})
