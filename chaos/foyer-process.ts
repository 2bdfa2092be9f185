import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { MemoryQuestion, ParentMessage, ProcessMessage } from './serve.ts'

const PROGRAM = new URL('server-process.ts', import.meta.url)
const EVERY_THREAD = new URL('every-thread.ts', import.meta.url)
/** Of every server, so that rows can be written that it accepts as its own, such as sessions. */
export const APP_SECRET = 'a secret of thirty-two characters or more'

/** Delay before a restart, as in a service manager: a start may fail while the database is away. */
const RESTART_AFTER_MS = 200
const { NODE_COMPILE_CACHE } = process.env
const ANSWERS_WITHIN_MS = 10_000

export interface FoyerProcessOptions {
  port: number
  databaseUrl: string
  dataDir: string
  logFile: string
  /** Further settings. */
  variables?: Record<string, string>
  /** The file to run instead of the normal server, for controls. */
  program?: URL
  /** A module that each of its threads loads first. */
  preload?: URL
}

/** A server process under supervision: when it ends, it is started again. */
export class FoyerProcess {
  readonly url: string
  readonly #options: FoyerProcessOptions
  readonly #onCrash: (text: string) => void
  #child: ChildProcess | null = null
  #shiftMs = 0
  #isWanted = true
  #isUp = false
  #isExpectedToEnd = false
  #starts = 0

  /** `onCrash` is called whenever a running server ends without a request to do so. */
  constructor(options: FoyerProcessOptions, onCrash: (text: string) => void) {
    this.#options = options
    this.#onCrash = onCrash
    this.url = `http://127.0.0.1:${options.port}`
    void this.#watch()
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** How often it has started; distinguishes one process from its successor. */
  get starts(): number {
    return this.#starts
  }

  /** Ends it, with SIGKILL by default. It is started again at once. */
  end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): void {
    this.#isExpectedToEnd = true
    this.#isUp = false
    this.#child?.kill(signal)
  }

  /** Ends its worker thread at once, as a crash would. The process lives on and starts it again. */
  killWorker(): void {
    this.#ask('kill the worker')
  }

  /** Resolves once it answers. */
  async untilUp(): Promise<void> {
    while (!this.#isUp) await delay(20)
  }

  /** Shifts its clock permanently: the shift survives a restart, as a machine's clock does. */
  shiftClock(milliseconds: number): void {
    this.#shiftMs = milliseconds
    this.#ask({ shiftClockMs: milliseconds })
  }

  /** Memory of the process in bytes; null while it is down. */
  async memoryBytes(question: MemoryQuestion): Promise<number | null> {
    const child = this.#child
    if (!this.#isUp || !child) return null
    const answer = once(child, 'message', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    this.#ask(question)
    const [reply]: [ProcessMessage] | unknown[] = await answer.catch(() => [])
    return isMemory(reply) ? reply.bytes : null
  }

  async close(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    this.end('SIGTERM')
    // An injected fault may prevent an orderly end.
    const insist = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(insist)
  }

  #ask(message: ParentMessage): void {
    if (this.#child?.connected) this.#child.send(message)
  }

  async #watch(): Promise<void> {
    while (this.#isWanted) {
      const { code, signal } = await this.#live()
      if (this.#isUp && !this.#isExpectedToEnd) {
        this.#onCrash(`a server process ended by itself (${signal ?? `code ${code}`})`)
      }
      this.#isUp = false
      this.#child = null
      await delay(RESTART_AFTER_MS)
    }
  }

  async #live(): Promise<{ code: number | null; signal: string | null }> {
    const { port, databaseUrl, dataDir, logFile, variables, program, preload } = this.#options
    const log = await open(logFile, 'a')
    const child = fork(program ?? PROGRAM, {
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      // For the soak, which measures memory after a garbage collection. Threads inherit all of it.
      execArgv: [
        '--expose-gc',
        ...[EVERY_THREAD, ...(preload ? [preload] : [])].flatMap(({ href }) => ['--import', href]),
      ],
      // Settings in the environment of this process must not change the test, so none are inherited.
      env: {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        FOYER_DATA: dataDir,
        LOG_LEVEL: 'warn',
        // The same for all processes, as behind a balancer, so that each accepts the other's cookies.
        APP_SECRET,
        // Half of a start is to compile the same modules.
        ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
        ...variables,
      },
    })
    await log.close()
    this.#isExpectedToEnd = false
    this.#child = child
    child.once('message', () => {
      this.#starts += 1
      this.#isUp = !this.#isExpectedToEnd
      this.shiftClock(this.#shiftMs)
    })
    const [code, signal]: unknown[] = await once(child, 'exit')
    return {
      code: typeof code === 'number' ? code : null,
      signal: typeof signal === 'string' ? signal : null,
    }
  }
}

const isMemory = (reply: unknown): reply is { bytes: number } =>
  typeof reply === 'object' && reply !== null && 'bytes' in reply
