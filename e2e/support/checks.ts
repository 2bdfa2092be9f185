import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Every rule of axe, the best practices too; a rule that is not kept is named with its elements. */
export const expectNoViolations = (page: Page, screen: string): Promise<void> =>
  expectNothingFound(axeOn(page), screen)

/** The themes differ in their colours alone: what axe asks of those, in the theme not shown now. */
export async function expectContrastInOtherTheme(page: Page, screen: string): Promise<void> {
  const turn = () =>
    page.locator('html').evaluate((root) => {
      root.classList.toggle('dark')
      root.classList.toggle('light')
    })
  await turn()
  const colours = axeOn(page).withRules(['color-contrast', 'link-in-text-block'])
  await expectNothingFound(colours, `${screen} in the other theme`)
  await turn()
}

/**
 * Looks at the page itself alone: else axe opens a page more at every look, for the sake of frames
 * of other origins, which no screen has. What is in order is not written down either.
 */
const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function expectNothingFound(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze()
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
