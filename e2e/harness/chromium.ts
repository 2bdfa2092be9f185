import { CommandError } from '@foyer/testkit/command'
import type { LaunchOptions } from '@playwright/test'
import { findBrowser, howToInstallBrowser } from '../../scripts/lib/find-browser.mjs'

/** How to start the browser of {@link findBrowser}. If there is none, throws with instructions. */
export function chromiumOptions(): LaunchOptions & { executablePath: string } {
  const found = findBrowser()
  if (found.path === undefined) throw new CommandError(`${found.problem}\n${howToInstallBrowser}`)
  const isRoot = process.getuid?.() === 0
  return {
    executablePath: found.path,
    // Chromium's sandbox does not run as root; without a display the GPU process only costs time.
    args: isRoot ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [],
  }
}
