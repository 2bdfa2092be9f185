import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the benchmark. It answers one question at a time and ends with the benchmark. */
export class BenchProcess<Question extends object, Reply> {
  readonly #child: ChildProcess

  /** Runs `program`, a module that calls {@link answerQuestions}; `started` ends it. */
  constructor(started: AsyncDisposableStack, program: URL, execArgv: readonly string[] = []) {
    this.#child = fork(program, { execArgv: [...execArgv] })
    started.defer(() => this.stop())
  }

  /** Rejects if the process ends instead of answering. */
  async ask(question: Question): Promise<Reply> {
    if (!this.#child.connected) throw new Error('A process of the benchmark has ended')
    const over = new AbortController()
    const { signal } = over
    try {
      const ended = once(this.#child, 'exit', { signal }).then(([code]) => {
        throw new Error(`A process of the benchmark ended with ${code}`)
      })
      this.#child.send(question)
      const [reply] = await Promise.race([once(this.#child, 'message', { signal }), ended])
      if (reply.failure) throw new Error(reply.failure)
      return reply.value
    } finally {
      over.abort()
    }
  }

  /** Ends it at once: no work is under way, and acknowledged work is in the database. */
  async stop(): Promise<void> {
    const { exitCode, signalCode, connected } = this.#child
    if (exitCode !== null || signalCode !== null) return
    const ended = once(this.#child, 'exit')
    if (connected) this.#child.disconnect()
    await ended
  }
}

/** The child's side of {@link BenchProcess}; a failure is passed on as text. */
export function answerQuestions<Question, Reply>(
  answer: (question: Question) => Promise<Reply>,
): void {
  process.on('message', async (question: Question) => {
    try {
      process.send?.({ value: await answer(question) })
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.stack : String(error) })
    }
  })
  // The benchmark itself has ended, so this process ends too.
  process.once('disconnect', () => process.exit(0))
  // Ctrl-C reaches the whole group, but the benchmark still needs this process to end its work.
  process.on('SIGINT', () => {})
}
