import { Failure, withProgress } from './console.mjs'
import { canUseApt } from './debian.mjs'
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
  for (const { title, script } of waysToInstall()) {
    const { output } = await withProgress(`Installing Chromium with ${title}`, () =>
      run('sh', ['-ec', script], {
        env: environmentFor(node, { DEBIAN_FRONTEND: 'noninteractive' }),
        timeoutSeconds,
        quiet: true,
      }),
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

function waysToInstall() {
  const apt = {
    title: 'apt-get',
    script: `apt-get update
      install() { apt-get install -y --no-install-recommends "$1" fonts-liberation; }
      install chromium-headless-shell || install chromium`,
  }
  const playwright = {
    title: 'Playwright',
    // Its libraries come from apt as well, which only root may use.
    script: `playwright install ${canUseApt() ? '--with-deps' : ''} chromium`,
  }
  return canUseApt() ? [apt, playwright] : [playwright]
}
