import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'
import { waitUntil } from './processes.ts'

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const lasting = () => spawn('sleep', ['60'], { stdio: 'ignore' })
/** A server that has ended before anybody could listen for its end. */
const ended = async (): Promise<ChildProcess> => {
  const server = spawn('false', { stdio: 'ignore' })
  await once(server, 'exit')
  return server
}

it('starts a server again that ended just after its first answer', async () => {
  const servers = [await ended(), lasting()]
  const log: string[] = []
  const start = async () => servers.shift() ?? lasting()
  stop = await keepRunning({ start, onTrouble: (text) => log.push(text), onLost: () => {} })
  expect(await waitUntil(async () => log.length === 2, 10)).toBe(true)
  expect(log).toEqual([
    'The database has ended by itself (code 1).',
    'The database was started again.',
  ])
})

it('gives a server up that ends after each start', async () => {
  const lost: string[] = []
  const onLost = ({ message }: Error) => lost.push(message)
  stop = await keepRunning({ start: ended, onTrouble: () => {}, onLost })
  expect(await waitUntil(async () => lost.length > 0, 10)).toBe(true)
  expect(lost[0]).toContain('It ended 4 times within 10 minutes.')
})
