import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ask } from './ipc.ts'

export type ServerQuestion =
  | {
      ask: 'start'
      databaseUrl: string
      role: string | null
      dataDir: string
      tenantId: number
      eventId: string
    }
  | { ask: 'usage'; collectGarbage: boolean }

export interface ServerReply {
  url?: string
  cpuMicros?: number
  rssBytes?: number
}

/** A server under load, seen from the benchmark. */
export class ServerProcess {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(at: Omit<Extract<ServerQuestion, { ask: 'start' }>, 'ask'>) {
    const child = fork(new URL('server.ts', import.meta.url), {
      execArgv: ['--expose-gc', ...profiling()],
    })
    const { url = '' } = await ask<ServerQuestion, ServerReply>(child, { ask: 'start', ...at })
    return new ServerProcess(child, url)
  }

  /** CPU seconds since its start, and resident bytes, after a collection where asked for. */
  async usage(options = { collectGarbage: false }) {
    const { cpuMicros = 0, rssBytes = 0 } = await ask<ServerQuestion, ServerReply>(this.#child, {
      ask: 'usage',
      ...options,
    })
    return { cpuSeconds: cpuMicros / 1e6, rssBytes }
  }

  /** At once: nothing is under way, and what was acknowledged is in the database. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}

/** BENCH_PROFILE names a folder for CPU profiles of the servers. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}
