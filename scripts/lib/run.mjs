import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endGroup } from './process-group.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** The signals by which a terminal, npm or a service manager ends a program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const killDelaySeconds = 5

/** An environment in which `node` is the given one, and the installed tools are found by name. */
export function environmentFor(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/**
 * Runs a program to its end. After `timeoutSeconds`, or when this process is asked to end, ends the
 * program and everything that it started.
 *
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} `output` is what the
 *   program printed if `quiet`; otherwise that went to the terminal.
 */
export async function run(command, args, { env = process.env, timeoutSeconds, quiet = false }) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    // A process group can be ended as a whole.
    detached: true,
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text))

  let timedOut = false
  let endedBy
  const timers = []
  const endForGood = (signal) => {
    endGroup(child, signal)
    timers.push(setTimeout(endGroup, killDelaySeconds * 1000, child))
  }
  const onTimeout = () => {
    timedOut = true
    endForGood('SIGTERM')
  }
  const onSignal = (signal) => {
    if (endedBy) return
    endedBy = signal
    endForGood(signal)
  }
  timers.push(setTimeout(onTimeout, timeoutSeconds * 1000))
  for (const signal of endingSignals) process.on(signal, onSignal)

  const code = await new Promise((done) => {
    child.once('error', (error) => {
      output += error.message
      done(127)
    })
    child.once('close', (exitCode, signal) => done(exitCode ?? exitCodeOf(signal)))
  })

  for (const timer of timers) clearTimeout(timer)
  for (const signal of endingSignals) process.off(signal, onSignal)
  if (endedBy) process.exit(exitCodeOf(endedBy))
  return { code, output, timedOut }
}

/** The exit code that a shell reports for a program that was ended by a signal. */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal]
}

export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
