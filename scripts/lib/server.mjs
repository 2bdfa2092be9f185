import { spawn } from 'node:child_process'
import { endingSignals, environmentFor, exitCodeOf, root } from './run.mjs'

// Ctrl-C reaches this process twice, from the terminal and from npm, but a second signal makes the
// server drop its work. So only a second signal after this time is passed on.
const repeatMilliseconds = 1000
const parentCheckMilliseconds = 250
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * Runs the server and passes on the signals that end this process.
 *
 * @returns {Promise<number>} its exit code.
 */
export function runServer(node, entry) {
  const server = spawn(node, ['--import', endWithParent, entry], {
    cwd: root,
    env: environmentFor(node),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Outside the terminal's group, so that signals reach the server only through this process.
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

/** Under npm this process ends when npm ends, because an npm killed with SIGKILL passes on no signal. */
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
