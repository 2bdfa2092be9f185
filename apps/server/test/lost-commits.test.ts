import { createTestDatabase } from '@foyer/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { problemOfLostCommits } from '../src/lost-commits.ts'

test('a database that can lose acknowledged commits is refused unless the operator accepts it', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`alter database ${name} set synchronous_commit = off`)
  const problem = await problemOfLostCommits(database.url, { acceptsLostCommits: false })
  expect(problem).toMatch(/synchronous_commit.*: off\. .*set ACCEPT_LOST_COMMITS=1\.$/)
  expect(await problemOfLostCommits(database.url, { acceptsLostCommits: true })).toBeNull()
})
