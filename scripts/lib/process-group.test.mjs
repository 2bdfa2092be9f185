import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endGroup } from './process-group.mjs'

test('a child is ended with what it has started, and once it has ended nothing is', async () => {
  // The inner shell has the pipe as well, so the pipe closes when both have ended.
  const child = spawn('sh', ['-c', 'sh -c "echo started; sleep 100" & wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  endGroup(child)
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  expect(() => endGroup(child)).not.toThrow()
})

test('a program that could not be started has nothing to end', async () => {
  const child = spawn('/no/such/program', { detached: true })
  await once(child, 'error')
  expect(() => endGroup(child)).not.toThrow()
})
