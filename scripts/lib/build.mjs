import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { environmentFor, lastLines, root, run } from './run.mjs'
import { hashSources } from './sources.mjs'

const names = {
  'apps/storefront': 'the pages',
  'apps/backoffice': 'the back office',
  'packages/mails': 'the mails',
}
const timeoutSeconds = 5 * 60
const settings = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json']
const shared = [
  'packages/ui',
  'packages/domain',
  'packages/contract',
  'packages/tables',
  'scripts/vite',
]
/** Each workspace that is built, with its sources. */
const sources = {
  'apps/storefront': ['apps/storefront', ...shared],
  'apps/backoffice': ['apps/backoffice', ...shared],
  'packages/mails': ['packages/mails', 'packages/domain'],
}

/**
 * Builds the pages, the back office and the mail templates, or only the workspaces named, unless the present build
 * was made from the present sources.
 */
export async function ensureBuilt(node, workspaces = Object.keys(sources)) {
  const stale = workspaces
    .map((workspace) => ({
      workspace,
      // A file of the build, so that a removed build is noticed.
      stamp: join(root, workspace, 'dist/.sources'),
      hash: hashSources(root, [...sources[workspace], ...settings]),
    }))
    .filter(({ stamp, hash }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash)
  if (stale.length === 0) return
  // An interrupted build must not count as finished.
  for (const { stamp } of stale) rmSync(stamp, { force: true })
  const what = new Intl.ListFormat('en').format(stale.map(({ workspace }) => names[workspace]))
  await withProgress(`Building ${what}`, () => build(node, stale, what))
  for (const { stamp, hash } of stale) writeFileSync(stamp, hash)
}

async function build(node, stale, what) {
  const chosen = stale.flatMap(({ workspace }) => ['-w', workspace])
  const { code, output, timedOut } = await run('npm', ['run', 'build', ...chosen], {
    env: environmentFor(node, { NODE_ENV: 'production' }),
    timeoutSeconds,
    quiet: true,
  })
  if (code === 0) return
  const outcome = timedOut ? `did not end within ${timeoutSeconds / 60} minutes` : 'failed'
  throw new Failure(`The build of ${what} ${outcome}:\n\n${lastLines(output, 40)}`)
}
