import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { SandboxAnswer, SandboxRequest } from './sandbox.ts'
import { SANDBOX_TASKS } from './sandbox-tasks.ts'

/** The thread of the sandbox. It has no database and no network, and may be ended at any moment. */

const port = parentPort
if (!port) throw new Error('sandbox-main.ts is started by worker/sandbox.ts')

// Buyers go first. Only Linux has priorities per thread.
if (process.platform === 'linux') setPriority(0, 10)

port.on('message', ({ name, input }: SandboxRequest) => {
  const answer = answerOf(name, input)
  port.postMessage(answer)
})

port.postMessage('ready')

function answerOf(name: SandboxRequest['name'], input: SandboxRequest['input']): SandboxAnswer {
  try {
    // The request carries the input of its task.
    const run = SANDBOX_TASKS[name] as (...args: unknown[]) => unknown
    return { output: run(...input) }
  } catch (error) {
    return { failure: String(error) }
  }
}
