import pg from 'pg'
import { expect, test } from 'vitest'
import { readState } from './read-batch.ts'

test('when all statements fail because the first did, it is the first that is told', async () => {
  const client = Object.assign(new pg.Client(), {
    query: ({ name }: { name: string }) => Promise.reject(new Error(name)),
    release() {},
  })
  const needs = { sessionIds: ['a'], ownCartIds: ['b'], paymentIds: ['c'], orderIds: ['d'] }
  await expect(readState(client, 1, [needs], 10)).rejects.toThrow('lane_lock_stock')
})
