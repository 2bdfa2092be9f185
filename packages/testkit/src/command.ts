import { constants } from 'node:os'
import { EmbeddedPostgresError } from '@foyer/db/embedded'

/** Why a command cannot do its work, in a sentence for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError'
  // Playwright prints the stack of an error in its configuration; so the stack is only the sentence.
  override stack = this.message
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C arrives twice, from the terminal and from npm. A signal after this time means 'at once'. */
const REPEAT_MS = 1000
const CLEAN_UP_MS = 20_000
const PARENT_CHECK_MS = 500

/**
 * Runs a command of this repository, then ends the process. `main` registers what it starts (servers,
 * databases, browsers, folders) in `started`, which ends it in reverse order when `main` returns or
 * throws, when a signal arrives, and when npm is killed. The exit code is what `main` returns (nothing
 * is 0), 1 if it throws, and 128 plus the number of a signal.
 */
export async function runCommand(
  main: (started: AsyncDisposableStack) => Promise<number | undefined>,
): Promise<never> {
  const started = new AsyncDisposableStack()
  const ended = Promise.withResolvers<number>()
  let endedAt = Number.POSITIVE_INFINITY
  let isInterrupted = false
  const interrupt = (code: number) => {
    if (performance.now() - endedAt > REPEAT_MS) process.exit(code)
    isInterrupted = true
    ended.resolve(code)
  }
  const say = (error: unknown) => {
    // Errors while a signal ends everything are expected.
    if (!isInterrupted) console.error(textOf(error))
  }
  const fail = (error: unknown) => {
    say(error)
    ended.resolve(1)
  }
  for (const signal of SIGNALS) process.on(signal, () => interrupt(128 + constants.signals[signal]))
  process.on('uncaughtException', fail)
  watchNpm(() => interrupt(1))

  main(started).then((code) => ended.resolve(code ?? 0), fail)
  const exitCode = await ended.promise
  endedAt = performance.now()
  setTimeout(() => process.exit(exitCode), CLEAN_UP_MS).unref()
  await started.disposeAsync().catch(say)
  process.exit(exitCode)
}

function textOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isOptionMistake =
    'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS')
  const isForPeople = error instanceof CommandError || error instanceof EmbeddedPostgresError
  return isForPeople || isOptionMistake ? error.message : error
}

/** Needed because an npm that is killed with SIGKILL passes on no signal. */
function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, PARENT_CHECK_MS).unref()
}
