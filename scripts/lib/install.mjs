import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { lastLines, root, run } from './run.mjs'

const timeoutSeconds = 15 * 60
const lockFile = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.foyer-installed')
const npmRecord = join(modules, '.package-lock.json')

/**
 * Installs the packages if they differ from package-lock.json.
 *
 * @returns {Promise<string>} the Node to run the project with: the one pinned in package.json.
 */
export async function ensureInstalled() {
  if (!isInstalled()) {
    await withProgress('Installing packages', install)
    writeFileSync(stampFile, fingerprint())
  }
  return projectNode()
}

function isInstalled() {
  const npmFinishedAt = modifiedAt(npmRecord)
  if (npmFinishedAt === 0 || !hasDevelopmentPackages()) return false
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()) return true
  // If npm was run by hand, its own record is newer than our stamp and the lock file.
  return npmFinishedAt > modifiedAt(stampFile) && npmFinishedAt >= modifiedAt(lockFile)
}

/** Includes platform and processor, because a folder moved to another machine needs other packages. */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${hash} ${process.platform} ${process.arch}\n`
}

/** The build needs these, but `npm install` under NODE_ENV=production omits them. */
function hasDevelopmentPackages() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).every((name) => existsSync(join(modules, name)))
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

async function install() {
  // Runs npm with the machine's Node, because npm is about to delete the one in node_modules.
  const path = process.env.PATH.split(delimiter).filter((entry) => !entry.startsWith(modules))
  const { code, output, timedOut } = await run('npm', ['ci', '--include=dev'], {
    env: { ...process.env, PATH: path.join(delimiter) },
    timeoutSeconds,
    quiet: true,
  })
  if (code === 0) return
  const outcome = timedOut ? `did not end within ${timeoutSeconds / 60} minutes` : 'failed'
  throw new Failure(`"npm ci" ${outcome}:\n\n${reasonIn(output)}\n\n${adviceFor(output)}`)
}

/** npm prints the reason first and then much that does not help. */
function reasonIn(npmOutput) {
  const errors = npmOutput.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))
  return errors.length > 0 ? errors.slice(0, 15).join('\n') : lastLines(npmOutput, 15)
}

function adviceFor(npmOutput) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(npmOutput)) {
    return 'The npm registry could not be reached. Connect to the network and try again.'
  }
  if (/ENOSPC/.test(npmOutput)) return 'The disk is full. Make room and try again.'
  if (/EACCES|EPERM/.test(npmOutput)) {
    return `A file in ${root} belongs to another user. Make the folder your own and try again.`
  }
  return 'The packages are needed; fix the error that npm reports above and try again.'
}

function projectNode() {
  const pinned = join(modules, '.bin/node')
  if (existsSync(pinned)) {
    const isRunningUs = realpathSync(pinned) === realpathSync(process.execPath)
    if (isRunningUs || spawnSync(pinned, ['--version']).status === 0) return pinned
  }
  const [major] = process.versions.node.split('.')
  if (Number(major) >= 24) return process.execPath
  throw new Failure(
    'Foyer runs on Node 24, which npm could not set up in node_modules. If npm is told to skip ' +
      'install scripts, run "npm rebuild --ignore-scripts=false"; otherwise install Node 24 or ' +
      'newer from https://nodejs.org. Then try again.',
  )
}
