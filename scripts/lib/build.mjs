import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { environmentFor, lastLines, root, run } from './run.mjs'
import { hashSources } from './sources.mjs'

const timeoutSeconds = 5 * 60
const workspaces = ['apps/storefront', 'packages/mails']
// Files of every build, so that a removed one is noticed.
const stampFiles = workspaces.map((workspace) => join(root, workspace, 'dist/.sources'))
const sources = [
  ...workspaces,
  'packages/ui',
  'packages/domain',
  'packages/contract',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]

/**
 * Builds the pages and the mail templates unless the present build was made from the present
 * sources.
 */
export async function ensureBuilt(node) {
  const hash = hashSources(root, sources)
  const isMadeFromThem = (file) => existsSync(file) && readFileSync(file, 'utf8') === hash
  if (stampFiles.every(isMadeFromThem)) return
  // An interrupted build must not count as finished.
  for (const file of stampFiles) rmSync(file, { force: true })
  await withProgress('Building the pages', () => build(node))
  for (const file of stampFiles) writeFileSync(file, hash)
}

async function build(node) {
  const chosen = workspaces.flatMap((workspace) => ['-w', workspace])
  const { code, output, timedOut } = await run('npm', ['run', 'build', ...chosen], {
    env: environmentFor(node, { NODE_ENV: 'production' }),
    timeoutSeconds,
    quiet: true,
  })
  if (code === 0) return
  const outcome = timedOut ? `did not end within ${timeoutSeconds / 60} minutes` : 'failed'
  throw new Failure(`The build of the pages ${outcome}:\n\n${lastLines(output, 40)}`)
}
