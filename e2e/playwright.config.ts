import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { isNight } from './support/night.ts'
import type { TestOptions } from './support/test.ts'

const phone = devices['Pixel 7']

/**
 * Two windows: `desktop` runs all tests except those marked @phone, `phone` those marked @phone or
 * @both. The wide one is dark and the small one light, so that a flow marked @both runs in either
 * theme. Tests marked @night are left to `npm run night`, which runs all of them.
 */
export default defineConfig<TestOptions>({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './global-setup.ts',
  workers: Number(process.env.TEST_WORKERS ?? availableParallelism()),
  fullyParallel: true,
  // A test that fails is repeated once and listed: see scripts/lib/test-results.mjs.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that does other work as well: a test that holds never waits so long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }],
  ],
  use: {
    // Set by the global setup once the program has started; tests run in other processes.
    baseURL: process.env.FOYER_E2E_URL,
    browserName: 'chromium',
    launchOptions: chromiumOptions(),
    locale: 'en-US',
    // Neither the machine's zone nor a venue's, so that a time in the wrong zone is noticed.
    timezoneId: 'Asia/Kolkata',
    // Recording a film of each test would cost a quarter of the run, snapshots of each step an eighth.
    // `--trace on` records both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // What fades or slides is there or gone at once, so that no test waits for it. The night runs the
    // same tests with the motion that most buyers see.
    contextOptions: { reducedMotion: isNight ? 'no-preference' : 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    {
      name: 'desktop',
      // Each test runs in one window; those marked @both run in the other one too in the night.
      grepInvert: isNight ? /@phone/ : /@phone|@both|@night/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone|@both/,
      ...(!isNight && { grepInvert: /@night/ }),
      use: {
        viewport: { width: 360, height: 740 },
        theme: 'light',
        userAgent: phone.userAgent,
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
})
