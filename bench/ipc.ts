import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Asks a child process, one question at a time; rejects when it ends instead of answering. */
export async function ask<Question extends object, Reply>(
  child: ChildProcess,
  question: Question,
): Promise<Reply> {
  if (!child.connected) throw new Error('A process of the benchmark has ended')
  const over = new AbortController()
  const { signal } = over
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`A process of the benchmark ended with ${code}`)
    })
    child.send(question)
    const [reply] = await Promise.race([once(child, 'message', { signal }), ended])
    if (reply.failure) throw new Error(reply.failure)
    return reply.value
  } finally {
    over.abort()
  }
}

/** The child's side of {@link ask}; failures are told as text. */
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
  // The benchmark itself is gone: so is the purpose.
  process.once('disconnect', () => process.exit(0))
}
