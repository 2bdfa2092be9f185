import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Failure, withProgress } from './console.mjs'
import { environmentFor, lastLines, root, run } from './run.mjs'

const timeoutSeconds = 10 * 60
const usualPlaces = [
  // The browser without its window: the same engine for two thirds of the work.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium that runs, and installs one if there is none.
 *
 * @returns {Promise<string>} the path of its program.
 */
export async function ensureBrowser(node) {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Failure(`CHROMIUM_PATH names ${chosen}, which does not run.`)
  }
  const found = findBrowser()
  if (found) return found

  const failures = []
  for (const { title, script } of waysToInstall()) {
    const { output } = await withProgress(`Installing Chromium with ${title}`, () =>
      run('sh', ['-ec', script], {
        env: environmentFor(node, { DEBIAN_FRONTEND: 'noninteractive' }),
        timeoutSeconds,
        quiet: true,
      }),
    )
    const installed = findBrowser()
    if (installed) return installed
    failures.push(`With ${title}:\n${lastLines(output, 10)}`)
  }
  throw new Failure(
    'The end-to-end tests need a Chromium. None was found, and none could be installed.\n\n' +
      `${failures.join('\n\n')}\n\n` +
      'Install one, by "sudo apt-get install chromium-headless-shell" on Debian or by\n' +
      '"npx playwright install --with-deps chromium" elsewhere, and run "npm test" again. One that\n' +
      'stands in an unusual place is found when CHROMIUM_PATH names it.',
  )
}

function findBrowser() {
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test')
  return [...usualPlaces, chromium.executablePath()].find(runs)
}

/** Ubuntu has a /usr/bin/chromium-browser that only says where to get one: so it is tried out. */
function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function waysToInstall() {
  const canUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const apt = {
    title: 'apt-get',
    script: `apt-get update
      install() { apt-get install -y --no-install-recommends "$1" fonts-liberation; }
      install chromium-headless-shell || install chromium`,
  }
  const playwright = {
    title: 'Playwright',
    // The libraries that it needs come from apt as well, which only root may ask for.
    script: `playwright install ${canUseApt ? '--with-deps' : ''} chromium`,
  }
  return canUseApt ? [apt, playwright] : [playwright]
}
