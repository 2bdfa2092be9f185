import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { environmentFor, root } from './run.mjs'

/**
 * Installs what a run of tests needs, and empties the folder of its reports.
 *
 * @param {string} name of the run, and of its folder in `.cache/reports`
 * @param {{ needsBrowser: boolean }} options
 */
export async function prepareRun(name, { needsBrowser }) {
  const node = await ensureInstalled()
  const browser = needsBrowser ? await ensureBrowser(node) : undefined
  const folder = join(root, '.cache/reports', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const reports = {
    unitReport: join(folder, 'unit.jsonl'),
    browserReport: join(folder, 'browser.json'),
  }
  const env = environmentFor(node, {
    // Set to "production", the tests would use the libraries' production builds.
    NODE_ENV: undefined,
    // Tests start our programs a hundred times, and half of a start is compiling the same modules.
    NODE_COMPILE_CACHE: join(root, '.cache/node-modules-compiled'),
    // A test that fails is repeated once, and listed if it then passes: a bug to mend, but no reason to
    // hold everything else back. See `MOST_RETRIES`.
    TEST_RETRIES: '1',
    UNIT_REPORT: reports.unitReport,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reports.browserReport,
    ...(browser && { CHROMIUM_PATH: browser }),
  })
  return { node, env, reports }
}
