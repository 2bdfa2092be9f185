import { migrate } from '@foyer/db'
import type { ComposeOptions } from '@foyer/server'
import { composeCells } from '@foyer/server/cells'
import { readEnv } from '@foyer/server/env'
import pino from 'pino'
import { collectGarbage, shiftClock } from './every-thread.ts'

/** Messages of the parent; a question about memory is answered with {@link ProcessMessage}. */
export type ParentMessage = { shiftClockMs: number } | MemoryQuestion | 'kill the worker'
export type ProcessMessage = { url: string } | { bytes: number }
/**
 * Resident bytes now, or after all garbage was collected and its pages were returned; or the bytes in use then,
 * without what V8 and the allocator keep for later.
 */
export type MemoryQuestion = 'memory' | 'collected memory' | 'memory in use'

/**
 * Runs one Foyer as a process that can be killed: the server of apps/server, with its threads as
 * `npm start` has them, and a clock that its parent can shift. All else comes from the environment,
 * as in production, or from `options`. With SLOW_WORK=inline there is one thread.
 */
export async function serve(
  options: Pick<ComposeOptions, 'isOneAddressMany' | 'pagesDir' | 'bounds'>,
): Promise<void> {
  const send = (message: ProcessMessage) => process.send?.(message)
  const env = await readEnv(process.env, '/')
  const databaseUrl = env.databaseUrl
  if (!databaseUrl) throw new Error('DATABASE_URL is missing')
  const { role } = await migrate(databaseUrl)

  const foyer = await composeCells({
    env,
    databaseUrl,
    databaseRole: role,
    logger: pino({ level: env.logLevel }, pino.destination({ dest: 2, sync: true })),
    role: env.role,
    slowWork: process.env.SLOW_WORK === 'inline' ? 'inline' : 'thread',
    ...options,
  })

  const others = [foyer.worker, foyer.emulatorThread].filter((thread) => thread !== null).length
  process.on('message', async (message: ParentMessage) => {
    if (typeof message === 'object') return void shiftClock(message.shiftClockMs)
    if (message === 'kill the worker') return void foyer.worker?.kill()
    const used = message === 'memory' ? 0 : await collectGarbage(others)
    send({ bytes: message === 'memory in use' ? used : process.memoryUsage.rss() })
  })
  // Ends with its parent, because no other process would end it.
  process.once('disconnect', () => process.exit(1))
  process.once('SIGTERM', async () => {
    await foyer.close()
    process.exit(0)
  })
  send({ url: await foyer.listen() })
}
