import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Every rule of axe, the best practices too; a rule that is not kept is named with its elements. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join('; ')}`,
  )
  expect.soft(found, `axe on ${screen}`).toEqual([])
}

/** The page is no wider than its window; if it is, the elements that stick out are named. */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const sticksOut = await page.evaluate((windowWidth) => {
    if (document.documentElement.scrollWidth <= windowWidth) return []
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > windowWidth + 1 &&
        !isClipped(element.parentElement),
    )
    return [
      `${document.documentElement.scrollWidth} px wide`,
      ...wide.slice(0, 5).map((element) => `${element.tagName} .${element.className}`),
    ]
  }, width)
  expect.soft(sticksOut, `sideways scroll on ${screen} at ${width} px`).toEqual([])
}
