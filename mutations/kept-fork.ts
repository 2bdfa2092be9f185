import type { Plugin } from 'vite'
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type WorkerRequest,
} from 'vitest/node'

/**
 * A pool of vitest in which a run takes over the process of the run before. Vitest starts a new process for
 * each run, and Stryker makes a run of each mutant: to start it and to load the modules would take ten times
 * as long as the tests. All mutants are in the loaded modules, and Stryker switches one of them on before
 * each run, so the modules need not be loaded again.
 *
 * Vitest sends a worker `start`, `run` and `stop`, and waits for an answer to each. The process gets `start`
 * once, and `stop` never: a worker answers for it, and leaves the process to the next worker.
 *
 * Two kinds of process are not left to the next run: one whose tests failed to run, which may be in any
 * state, and one that a static mutant needs (`needsOwnProcess`).
 */

/** The process that the last run has left for the next one. */
let spare: ForksPoolWorker | null = null

function takeSpare(): ForksPoolWorker | null {
  const taken = spare
  spare = null
  return taken
}

/**
 * Whether a run needs a process of its own. A static mutant is in code that runs while its module is loaded,
 * so it needs a process that has not loaded it, and nobody can use that process after it. The run that looks
 * for the tests of each mutant needs one as well.
 */
function needsOwnProcess({ project }: PoolOptions): boolean {
  const { mode, mutantActivation } = project.getProvidedContext()
  return mode !== 'mutant' || mutantActivation === 'static'
}

// biome-ignore lint/suspicious/noExplicitAny: as vitest declares it.
type Listener = (...args: any[]) => void

/** What a process reports; of its messages only this one is read here. */
interface WorkerMessage {
  type?: string
  error?: unknown
}

/** One run: in the process of the run before if there is one, otherwise in a new one. */
class KeptFork implements PoolWorker {
  readonly name = 'kept-fork'
  readonly cacheFs = true
  readonly #process: ForksPoolWorker
  /** Whether the process has served an earlier run, so that it has got its `start`. */
  readonly #isReused: boolean
  readonly #isForOneRun: boolean
  /** Listeners of this run. They are taken off the process before it serves the next one. */
  readonly #listeners: { event: string; listener: Listener }[] = []
  /** The configuration of this run, for a process that was started with that of an earlier one. */
  #config: unknown
  #hasEndedWell = false

  constructor(options: PoolOptions) {
    this.#isForOneRun = needsOwnProcess(options)
    const left = takeSpare()
    // The next run will find modules that are loaded only in the process of this one.
    if (this.#isForOneRun) void left?.stop()
    this.#isReused = left !== null && !this.#isForOneRun
    this.#process = left !== null && this.#isReused ? left : new ForksPoolWorker(options)
  }

  async start(): Promise<void> {
    if (!this.#isReused) await this.#process.start()
    this.on('message', (message: WorkerMessage) => {
      if (message.type === 'testfileFinished') this.#hasEndedWell = message.error === undefined
    })
  }

  async stop(): Promise<void> {
    for (const { event, listener } of this.#listeners) this.#process.off(event, listener)
    if (this.#hasEndedWell && !this.#isForOneRun) spare = this.#process
    else await this.#process.stop()
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') {
      this.#answer('stopped')
    } else if (!this.#isReused) {
      this.#process.send(message)
    } else if (message.type === 'start') {
      this.#config = message.context.config
      this.#answer('started')
    } else if (message.type === 'run') {
      const context = { ...message.context, config: this.#config }
      this.#process.send({ ...message, context } as WorkerRequest)
    } else {
      this.#process.send(message)
    }
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push({ event, listener })
    this.#process.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    const at = this.#listeners.findIndex((own) => own.event === event && own.listener === listener)
    if (at >= 0) this.#listeners.splice(at, 1)
    this.#process.off(event, listener)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** Answers a request in place of the process, later, as the process would. */
  #answer(type: 'started' | 'stopped'): void {
    setImmediate(() => {
      for (const { event, listener } of [...this.#listeners]) {
        if (event === 'message') listener({ type, __vitest_worker_response__: true })
      }
    })
  }
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
      await takeSpare()?.stop()
    })
  },
}
