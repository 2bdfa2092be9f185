import { startReplicated } from '@foyer/testkit/replicated'
import { until } from '@foyer/testkit/until'
import { expect, it, onTestFinished, test } from 'vitest'
import { type Durability, findLossOfCommits, readDurability } from './durability.ts'

const SAFE: Durability = {
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  standbyNames: '',
  replicas: 0,
}

test.each<[Partial<Durability>, string | null]>([
  [{}, null],
  [{ fsync: 'off', fullPageWrites: 'off' }, 'fsync, full_page_writes: off.'],
  [{ synchronousCommit: 'off' }, 'synchronous_commit: off.'],
  [{ synchronousCommit: 'local' }, null],
  [{ replicas: 2 }, '2 replicas follow this database, and synchronous_standby_names is empty'],
  [{ replicas: 2, standbyNames: '*' }, null],
  [{ replicas: 1, standbyNames: '*', synchronousCommit: 'remote_apply' }, null],
  [
    { replicas: 1, standbyNames: '*', synchronousCommit: 'local' },
    '1 replica follows this database, and synchronous_commit is local',
  ],
])('commits with %j are lost: %s', (changes, what) => {
  const loss = findLossOfCommits({ ...SAFE, ...changes })
  if (what === null) expect(loss).toBeNull()
  else expect(loss?.what).toContain(what)
})

it('sees replicas as an account without rights, and does not count logical replication', {
  tags: ['night'],
  timeout: 120_000,
}, async () => {
  const database = await startReplicated()
  onTestFinished(() => database.close())
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  await client.query('create role plain')
  await client.query('set role plain')
  const seen = await until(
    () => readDurability(client),
    ({ replicas }) => replicas === 1,
  )
  expect(seen).toMatchObject({ standbyNames: '', synchronousCommit: 'off' })
})
