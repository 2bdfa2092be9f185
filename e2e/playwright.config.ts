import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import type { TestOptions } from './support/test.ts'

const phone = devices['Pixel 7']

/**
 * Two windows: `desktop` runs all tests except those marked @phone, `phone` those marked @phone or
 * @both. The wide one is dark and the small one light, so that a flow marked @both runs in either
 * theme. A flaky test is a bug of ours, so none is retried, except where `.ci/run` asks for it: one
 * test that lost a race on a busy machine then holds no release back, and is listed as flaky.
 */
export default defineConfig<TestOptions>({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  fullyParallel: true,
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
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone|@both/,
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
