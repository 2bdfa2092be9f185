import { run } from './run.mjs'

const PROGRESS_SECONDS = 60

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command for a shell, in the repository's root
 * @property {number} minutes after which it is ended, and has failed
 * @property {number} [cores] how many it keeps busy; 1 by default. What mostly waits has less.
 * @property {string[]} [after] steps that must have passed before it begins
 */

/**
 * Runs steps beside one another, as many as the machine has cores for, in their order. What a step
 * prints is shown when it ends. After a failure nothing new begins; what runs is let finish, so that
 * one run names everything that it found.
 *
 * @param {readonly Step[]} steps
 * @param {{ env: NodeJS.ProcessEnv, cores: number }} options
 * @returns {Promise<string[]>} what failed, a sentence each; empty if all passed
 */
export async function runSteps(steps, { env, cores }) {
  const waiting = [...steps]
  /** @type {Map<Step, { startedAt: number, ended: Promise<Step> }>} */
  const running = new Map()
  const passed = new Set()
  const failures = []
  const used = () => [...running.keys()].reduce((total, step) => total + coresOf(step), 0)
  const chosen = new Set(steps.map(({ name }) => name))
  const isReady = ({ after = [] }) => after.every((name) => !chosen.has(name) || passed.has(name))
  const fits = (step) => running.size === 0 || used() + coresOf(step) <= cores

  const begin = (step) => {
    waiting.splice(waiting.indexOf(step), 1)
    const startedAt = performance.now()
    const ended = problemWith(step, env).then((problem) => {
      if (problem) failures.push(`"${step.name}": ${problem}`)
      else passed.add(step.name)
      return step
    })
    running.set(step, { startedAt, ended })
  }
  const progress = setInterval(() => {
    const shown = [...running].map(([{ name }, { startedAt }]) => `${name} ${since(startedAt)}`)
    if (shown.length > 0) console.log(`   … ${shown.join(', ')}`)
  }, PROGRESS_SECONDS * 1000)
  try {
    for (;;) {
      for (const step of failures.length === 0 ? [...waiting] : []) {
        if (isReady(step) && fits(step)) begin(step)
      }
      if (running.size === 0) return failures
      running.delete(await Promise.race([...running.values()].map(({ ended }) => ended)))
    }
  } finally {
    clearInterval(progress)
  }
}

const coresOf = ({ cores = 1 }) => cores

/** Returns what is wrong, or undefined. */
async function problemWith({ name, command, minutes }, env) {
  const startedAt = performance.now()
  const limits = { env, timeoutSeconds: minutes * 60, quiet: true }
  const { code, output, timedOut } = await run('sh', ['-c', command], limits)
  const problem = timedOut
    ? `it took longer than ${minutes} minutes`
    : code === 0
      ? undefined
      : `exit code ${code}`
  console.log(`\n── ${name}\n${output.trimEnd()}`)
  console.log(`── ${name}: ${problem ?? 'passed'} in ${since(startedAt)}`)
  return problem
}

/** The time since a moment of `performance.now()`: '12.3 s', '4 min 5 s'. */
export function since(startedAt) {
  const seconds = (performance.now() - startedAt) / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
