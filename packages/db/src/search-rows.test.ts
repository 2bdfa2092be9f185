import type { TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releasedHashes } from '../scripts/release-schema.ts'
import { openReleased } from '../test-support/apply-migrations.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openReleased(Object.keys(await releasedHashes()), 'rows.sql')
})
afterAll(() => database.drop())

/** Runs a statement for the organizer of the fixed rows. */
const inTenant = async (text: string) => {
  const client = await database.pool.connect()
  try {
    await client.query(`select set_config('app.tenant_id', '1', false)`)
    return (await client.query(text)).rows
  } finally {
    client.release(true)
  }
}
const wordsOf = async (table: string) =>
  (await inTenant(`select word from ${table}`)).map(({ word }) => word)

test('what the last release stored is found as people type it, and is gone with its order', async () => {
  await inTenant(`update events set name = 'Blues im Müllerhaus', is_published = true`)
  await inTenant(`update orders set email = 'sue@example.com',
    contact = contact || '{"firstName": "Jürgen", "lastName": "Yıldız-Mueller"}'`)
  await migrate(database.url)
  expect(await wordsOf('order_words')).toEqual(
    expect.arrayContaining(['jurgen', 'yildiz', 'yil*', 'muller', 'mul*', 'su']),
  )
  expect(await wordsOf('event_words')).toEqual(expect.arrayContaining(['blus', 'mullerhaus']))
  expect(await inTenant(`select spelled from word_spellings where word = 'mullerhaus'`)).toEqual([
    { spelled: 'müllerhaus' },
  ])
  await inTenant(`update orders set email = '', contact = '{}'`)
  for (const word of await wordsOf('order_words')) expect(word).toMatch(/^#/)
})
