import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { lastLines, run } from './run.mjs'

const TIMEOUT_SECONDS = 10 * 60

/**
 * Finds programs of other projects, and installs those that are missing where that can be done.
 *
 * @param {Readonly<Record<string, string>>} programs the packages of Debian that have them, by their names
 * @throws {Failure} with the line that installs what is missing
 */
export async function ensurePrograms(programs, env) {
  const packages = missing(programs, env)
  if (packages.length === 0) return
  const install = installLine(packages)
  if (!canUseApt()) throw new Failure(`Programs are missing. Install them:\n\n  ${install}`)
  const output = await withProgress(`Installing ${packages.join(' ')}`, () =>
    installPackages([packages], env),
  )
  if (missing(programs, env).length > 0) throw new Failure(`${install}\n\n${lastLines(output, 10)}`)
}

export const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs packages of Debian: the first of these lists of packages that can be had. Whether it has worked
 * is for the caller to find out, by what it needs.
 *
 * @param {readonly (readonly string[])[]} choices
 * @returns {Promise<string>} what apt-get printed
 */
export async function installPackages(choices, env) {
  const script = `apt-get update\n${choices.map(installLine).join(' || ')}`
  const { output } = await run('sh', ['-ec', script], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutSeconds: TIMEOUT_SECONDS,
    quiet: true,
  })
  return output
}

const installLine = (packages) => `apt-get install -y --no-install-recommends ${packages.join(' ')}`

function missing(programs, env) {
  // Debian has some in a folder that is not in the PATH of ordinary users.
  const folders = [...env.PATH.split(delimiter), '/usr/sbin']
  const isThere = (name) => folders.some((folder) => existsSync(join(folder, name)))
  return Object.keys(programs).flatMap((name) => (isThere(name) ? [] : programs[name]))
}
