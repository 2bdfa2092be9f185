import { spawn } from 'node:child_process'
import { endingSignals, environmentFor, exitCodeOf, root } from './run.mjs'

// Ctrl-C reaches us twice, from the terminal and again from npm, and the server takes a second
// signal for impatience and drops its work. One that comes later is meant.
const repeatMilliseconds = 1000
const parentCheckMilliseconds = 250
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * Runs the server and passes the signals that end us on to it.
 *
 * @returns {Promise<number>} its exit code.
 */
export function runServer(node, entry) {
  const server = spawn(node, ['--import', endWithParent, entry], {
    cwd: root,
    env: environmentFor(node),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Out of the terminal's group, so that its signals reach the server only through us.
    detached: true,
  })

  let passedOnAt = Number.NEGATIVE_INFINITY
  const passOn = (signal) => {
    if (performance.now() - passedOnAt < repeatMilliseconds) return
    passedOnAt = performance.now()
    server.kill(signal)
  }
  for (const signal of endingSignals) process.on(signal, passOn)
  const parentCheck = watchNpm(() => passOn('SIGTERM'))

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code, signal) => {
      clearInterval(parentCheck)
      resolve(code ?? exitCodeOf(signal))
    })
  })
}

/** Under npm we end when npm does: one that is killed outright can pass nothing on. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    onGone()
  }, parentCheckMilliseconds)
  return check
}
