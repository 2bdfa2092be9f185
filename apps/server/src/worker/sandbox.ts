import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { granted, type Result, refused } from '@foyer/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Bounds } from '../bounds.ts'
import { createGate } from '../http/gate.ts'
import type { SandboxTask, SandboxTasks } from './sandbox-tasks.ts'

/**
 * A thread for what organizers send. Their texts are as much input as those of buyers, but longer, and
 * they are read by parsers of others. So they are judged here: never by the thread that answers buyers,
 * for a limited time and within limited memory, a few of one organizer at a time.
 */
export interface Sandbox {
  /**
   * Lets the sandbox do a task for an organizer. Refused: `busy`, if the organizer or all of them have
   * too much waiting; `too_complex`, if the task took too long or too much memory, or failed.
   */
  run<K extends SandboxTask>(
    name: K,
    tenantId: number,
    ...input: Parameters<SandboxTasks[K]>
  ): Promise<Result<ReturnType<SandboxTasks[K]>, 'busy' | 'too_complex'>>
  close(): Promise<void>
}

export interface SandboxRequest {
  name: SandboxTask
  input: readonly unknown[]
}

export type SandboxAnswer = { output: unknown } | { failure: string }

const BUSY = refused('busy', 'Other files and texts are being read. Try again in a few seconds.')
const TOO_COMPLEX = refused(
  'too_complex',
  'This takes too long to read. Make it simpler or shorter.',
)

export function createSandbox(bounds: Bounds['sandbox'], log: FastifyBaseLogger): Sandbox {
  // The thread does one task at a time: what it does not answer in time can only be ended with it.
  const gate = createGate({ ...bounds, atOnce: 1 })
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  /** Starts the thread; resolves once it has loaded what it needs, which is no part of a task. */
  async function open(): Promise<Worker> {
    const made = new Worker(new URL('./sandbox-main.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
      env: {},
    })
    // A process may end while it has nothing to do.
    made.unref()
    // Who waits for an answer hears of it. After its time is over nobody waits, and without a listener the
    // error would end the process.
    made.on('error', () => {})
    made.on('exit', () => {
      if (thread === made) thread = null
    })
    try {
      await once(made, 'message', { signal: AbortSignal.timeout(bounds.startMs) })
    } catch (error) {
      // It is nobody's yet: left alone, each request would add one that goes on loading.
      await made.terminate()
      throw error
    }
    return made
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  async function ask(request: SandboxRequest): Promise<SandboxAnswer> {
    clearTimeout(idle)
    let late: AbortSignal | undefined
    try {
      thread ??= await open()
      late = AbortSignal.timeout(bounds.taskMs[request.name])
      const answered = once(thread, 'message', { signal: late })
      thread.postMessage(request)
      const [answer]: SandboxAnswer[] = await answered
      return answer ?? { failure: 'no answer' }
    } catch (error) {
      await end()
      return { failure: late?.aborted ? 'not done in time' : String(error) }
    } finally {
      idle = setTimeout(() => void end(), bounds.idleMs)
      idle.unref()
    }
  }

  return {
    async run(name, tenantId, ...input) {
      const done = await gate(() => ask({ name, input }), String(tenantId))
      if (!done) return BUSY
      // The thread answers a task with the output of that task (sandbox-tasks.ts).
      if ('output' in done) return granted(done.output as ReturnType<SandboxTasks[typeof name]>)
      log.warn({ task: name, tenantId, reason: done.failure }, 'the sandbox refused a text')
      return TOO_COMPLEX
    },
    close: end,
  }
}
