import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const usualPaths = [
  // The headless browser without a window: the same engine at two thirds of the cost.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium that runs: the one that CHROMIUM_PATH names, otherwise the machine's, otherwise
 * Playwright's. If there is none, `problem` says so in a sentence.
 *
 * @returns {{ path: string } | { path: undefined, problem: string, isInstallable: boolean }}
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (runs(chosen)) return { path: chosen }
    const problem = `CHROMIUM_PATH names ${chosen}, which does not run.`
    return { path: undefined, problem, isInstallable: false }
  }
  const { chromium } = createRequire(new URL('../../e2e/package.json', import.meta.url))(
    '@playwright/test',
  )
  const path = [...usualPaths, chromium.executablePath()].find(runs)
  if (path) return { path }
  return {
    path: undefined,
    problem: 'This needs a Chromium, and none was found.',
    isInstallable: true,
  }
}

/** How to install one, for the person at the terminal. */
export const howToInstallBrowser =
  '"npm test -- end-to-end" installs one. By hand: "sudo apt-get install chromium-headless-shell" on\n' +
  'Debian, "npx playwright install --with-deps chromium" elsewhere. CHROMIUM_PATH names one in an\n' +
  'unusual folder.'

/** Ubuntu's /usr/bin/chromium-browser may only print where to get one, so it is tried out. */
function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
