import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { environmentFor, lastLines, root, run } from './run.mjs'
import { hashSources } from './sources.mjs'

const timeoutSeconds = 5 * 60
const stampFile = join(root, 'apps/storefront/dist/.sources')
const sources = [
  'apps/storefront',
  'packages/ui',
  'packages/domain',
  'packages/contract',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]

/** Builds the pages unless the build that is there was made from the very sources that are there. */
export async function ensureBuilt(node) {
  const hash = hashSources(root, sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
  // A build that is cut short must not pass for a finished one.
  rmSync(stampFile, { force: true })
  await withProgress('Building the pages', () => build(node))
  writeFileSync(stampFile, hash)
}

async function build(node) {
  const { code, output, timedOut } = await run('npm', ['run', 'build', '-w', '@foyer/storefront'], {
    env: environmentFor(node, { NODE_ENV: 'production' }),
    timeoutSeconds,
    quiet: true,
  })
  if (code === 0) return
  const outcome = timedOut ? `did not end within ${timeoutSeconds / 60} minutes` : 'failed'
  throw new Failure(`The build of the pages ${outcome}:\n\n${lastLines(output, 40)}`)
}
