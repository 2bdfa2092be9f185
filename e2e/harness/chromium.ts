import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const USUAL_PLACES = [
  // The browser without its window: the same engine for two thirds of the work.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** How to start the browser: CHROMIUM_PATH, else the machine's own, else the one of Playwright. */
export function chromiumOptions(): LaunchOptions {
  const path = process.env.CHROMIUM_PATH || USUAL_PLACES.find((place) => existsSync(place))
  const isRoot = process.getuid?.() === 0
  return {
    ...(path ? { executablePath: path } : {}),
    // Chromium's sandbox refuses to run as root; without a display the GPU process only costs time.
    args: isRoot ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [],
  }
}
