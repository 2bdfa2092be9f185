import { test as base, expect, type Page } from '@playwright/test'
import { rememberTheme, type Theme } from './theme.ts'
import { Watch } from './watch.ts'
import { World } from './world.ts'

export interface TestOptions {
  /** The theme chosen on an earlier visit; undefined means no choice, which shows the dark one. */
  theme: Theme | undefined
}

interface TestFixtures extends TestOptions {
  watch: Watch
  /** A page of a new browser, with its own cookies and storage. */
  stranger: () => Promise<Page>
}

interface WorkerFixtures {
  world: World
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its pattern
    async ({}, use) => {
      const world = new World(environment('FOYER_E2E_DATABASE_URL'))
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  theme: [undefined, { option: true }],
  context: async ({ context, theme }, use) => {
    if (theme) await rememberTheme(context, theme)
    await use(context)
  },
  watch: [
    async ({ context }, use) => {
      const watch = new Watch()
      await watch.over(context)
      await use(watch)
      expect(watch.problems, 'what went wrong behind the screens').toEqual([])
    },
    { auto: true },
  ],
  stranger: async ({ browser, watch }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      await watch.over(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

export { expect }

/** Set by the global setup. */
function environment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests through playwright.config.ts`)
  return value
}
