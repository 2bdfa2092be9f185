import { BenchProcess } from './ipc.ts'

export type ServerQuestion =
  | {
      ask: 'start'
      databaseUrl: string
      replicaUrl?: string | null
      cells?: readonly { name: string; url: string }[]
      role: string | null
      dataDir: string
      tenantId: number
      eventId: string
      /** `thread`, the default, as `npm start` runs it; `inline` for comparison. */
      slowWork?: 'thread' | 'inline'
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
  readonly #process: BenchProcess<ServerQuestion, ServerReply>

  private constructor(process: BenchProcess<ServerQuestion, ServerReply>, url: string) {
    this.#process = process
    this.url = url
  }

  static async start(
    started: AsyncDisposableStack,
    at: Omit<Extract<ServerQuestion, { ask: 'start' }>, 'ask'>,
  ) {
    const program = new URL('server.ts', import.meta.url)
    const server = new BenchProcess<ServerQuestion, ServerReply>(started, program, [
      '--expose-gc',
      ...profiling(),
    ])
    const { url = '' } = await server.ask({ ask: 'start', ...at })
    return new ServerProcess(server, url)
  }

  /** CPU seconds since its start, and resident bytes, on request after a garbage collection. */
  async usage(options = { collectGarbage: false }) {
    const { cpuMicros = 0, rssBytes = 0 } = await this.#process.ask({ ask: 'usage', ...options })
    return { cpuSeconds: cpuMicros / 1e6, rssBytes }
  }

  stop(): Promise<void> {
    return this.#process.stop()
  }
}

/** BENCH_PROFILE names a folder for CPU profiles of the servers. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}
