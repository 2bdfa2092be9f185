import type { Page } from '@playwright/test'
import { expectContrastInOtherTheme, expectNoSidewaysScroll, expectNoViolations } from './checks.ts'
import { isNight } from './night.ts'

const WIDTHS = [390, 820, 1440]

/**
 * Axe finds nothing and nothing scrolls sideways: in the window of the test, and in the night at each
 * width and in both themes. With `LOOK`, pictures of it are written to that folder.
 */
export async function expectSound(page: Page, screen: string): Promise<void> {
  const window = page.viewportSize()
  if (!isNight && window && !process.env.LOOK) {
    await expectNoSidewaysScroll(page, screen)
    await expectNoViolations(page, screen)
    return
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, screen)
    await expectNoViolations(page, `${screen} at ${width} px`)
    if (process.env.LOOK) {
      const path = `${process.env.LOOK}/${screen.replaceAll(' ', '-')}-${width}.png`
      await page.screenshot({ path, timeout: 30_000 })
    }
  }
  await expectContrastInOtherTheme(page, screen)
  if (window) await page.setViewportSize(window)
}
