import type { Plugin } from 'vite'
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type WorkerRequest,
} from 'vitest/node'

/**
 * A process for tests that stays for the next run. Vitest starts a new one for each run, and Stryker makes a
 * run of each mutant: to start it and to load the modules would take ten times as long as the tests. The
 * mutants are in the loaded modules, and Stryker switches one of them on before each run.
 */
class KeptFork implements PoolWorker {
  readonly name = 'kept-fork'
  readonly cacheFs = true
  readonly #options: PoolOptions
  readonly #fork: ForksPoolWorker
  readonly #isNew: boolean
  readonly #listeners = new Map<string, Set<Listener>>()
  #config: unknown
  /** Whether the run has ended without an error; then its process can be used again. */
  #isOver = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#isNew = kept === null || isStatic(options)
    if (this.#isNew && kept) void kept.stop()
    this.#fork = this.#isNew || !kept ? new ForksPoolWorker(options) : kept
    kept = null
  }

  async start(): Promise<void> {
    if (this.#isNew) await this.#fork.start()
    this.on('message', this.#watch)
  }

  async stop(): Promise<void> {
    for (const [event, listeners] of this.#listeners) {
      for (const listener of listeners) this.#fork.off(event, listener)
    }
    if (this.#isOver && !isStatic(this.#options)) kept = this.#fork
    else await this.#fork.stop()
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start' && !this.#isNew) {
      // The process has started, but with the configuration of an earlier run.
      this.#config = message.context.config
      this.#answer('started')
    } else if (message.type === 'stop') this.#answer('stopped')
    else if (message.type === 'run' && this.#config) {
      this.#fork.send({
        ...message,
        context: { ...message.context, config: this.#config },
      } as WorkerRequest)
    } else this.#fork.send(message)
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    this.#fork.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
    this.#fork.off(event, listener)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** Answers in place of the process, which is not asked. */
  #answer(type: 'started' | 'stopped'): void {
    setImmediate(() => {
      for (const listener of this.#listeners.get('message') ?? []) {
        listener({ type, __vitest_worker_response__: true })
      }
    })
  }

  readonly #watch = (message: WorkerMessage): void => {
    if (message.type === 'testfileFinished') this.#isOver = message.error === undefined
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as vitest declares it.
type Listener = (...args: any[]) => void

interface WorkerMessage {
  type?: string
  error?: unknown
}

/** The process of the last run; null if the next one needs a new process. */
let kept: ForksPoolWorker | null = null

/** A mutant of what a module does while it is loaded needs a process that has not loaded it. */
const isStatic = ({ project }: PoolOptions): boolean => {
  const { mode, mutantActivation } = project.getProvidedContext()
  return mode !== 'mutant' || mutantActivation === 'static'
}

const keptForks: PoolRunnerInitializer = {
  name: 'kept-fork',
  createPoolWorker: (options) => new KeptFork(options),
}

/** Sets the pool, over the one that Stryker sets. */
export const keepFork: Plugin = {
  name: 'kept-fork',
  configureVitest({ project, vitest }) {
    project.config.pool = keptForks.name as typeof project.config.pool
    project.config.poolRunner = keptForks
    vitest.onClose(async () => {
      await kept?.stop()
    })
  },
}
