import { deferred } from '@foyer/domain'
import { expect, it } from 'vitest'
import { releaseOnce, releaseSettled } from './pending-releases.ts'

it('a hold waits until the release of its cart has ended', async () => {
  const steps: string[] = []
  const { promise, resolve } = deferred<number>()
  const release = releaseOnce('12345', () => promise).then(() => steps.push('released'))
  const hold = releaseSettled('12345').then(() => steps.push('held'))
  resolve(2)
  await Promise.all([release, hold])
  expect(steps).toEqual(['released', 'held'])
})

it('two releases of one cart are one call', async () => {
  let calls = 0
  const call = async () => {
    calls += 1
    return 1
  }
  expect(await Promise.all([releaseOnce('23456', call), releaseOnce('23456', call)])).toEqual([
    1, 1,
  ])
  expect(calls).toBe(1)
})

it('neither a failed release nor that of another cart delays a hold', async () => {
  const failing = releaseOnce('34567', () => Promise.reject(new Error('offline')))
  await releaseSettled('45678')
  await releaseSettled('34567')
  await expect(failing).rejects.toThrow('offline')
})
