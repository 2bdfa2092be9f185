import { Failure, withProgress } from './console.mjs'
import { canUseApt, installPackages } from './debian.mjs'
import { findBrowser, howToInstallBrowser } from './find-browser.mjs'
import { environmentFor, lastLines, run } from './run.mjs'

const timeoutSeconds = 10 * 60

/**
 * Finds a Chromium that runs, and installs one if there is none.
 *
 * @returns {Promise<string>} the path of its program.
 */
export async function ensureBrowser(node) {
  const found = findBrowser()
  if (found.path) return found.path
  if (!found.isInstallable) throw new Failure(found.problem)

  const failures = []
  for (const { title, install } of waysToInstall()) {
    const output = await withProgress(`Installing Chromium with ${title}`, () =>
      install(environmentFor(node)),
    )
    const installed = findBrowser()
    if (installed.path) return installed.path
    failures.push(`With ${title}:\n${lastLines(output, 10)}`)
  }
  throw new Failure(
    'The end-to-end tests need a Chromium. None was found, and none could be installed.\n\n' +
      `${failures.join('\n\n')}\n\n${howToInstallBrowser}`,
  )
}

/** Each returns what its program printed. */
function waysToInstall() {
  const choices = ['chromium-headless-shell', 'chromium'].map((name) => [name, 'fonts-liberation'])
  const apt = { title: 'apt-get', install: (env) => installPackages(choices, env) }
  return canUseApt() ? [apt, PLAYWRIGHT] : [PLAYWRIGHT]
}

const PLAYWRIGHT = {
  title: 'Playwright',
  async install(env) {
    // Its libraries come from apt as well, which only root may use.
    const options = canUseApt() ? ['--with-deps'] : []
    const { output } = await run('playwright', ['install', ...options, 'chromium'], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutSeconds,
      quiet: true,
    })
    return output
  },
}
