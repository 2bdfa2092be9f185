import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { settle } from './settle.ts'

/** Checks every rule of axe, including best practices; reports violations with their elements. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  // Colours are not readable while a dialog fades in.
  await settle(page)
  await expectNothingFound(await axeOn(page), screen)
}

/** Checks axe's colour rules in the other theme; the themes differ only in their colours. */
export async function expectContrastInOtherTheme(page: Page, screen: string): Promise<void> {
  await switchTheme(page)
  await settle(page)
  const colours = ['color-contrast', 'link-in-text-block']
  await expectNothingFound((await axeOn(page)).withRules(colours), `${screen} in the other theme`)
  await switchTheme(page)
}

/** Switches without a transition, because colours are not readable during one. */
const switchTheme = (page: Page): Promise<void> =>
  page.locator('html').evaluate((root) => {
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(atOnce)
    root.classList.toggle('dark')
    root.classList.toggle('light')
    // Reading a size makes the browser compute the new colours while transitions are off.
    root.getBoundingClientRect()
    document.adoptedStyleSheets.pop()
  })

/**
 * Checks only the page itself: otherwise axe opens another page each time, for frames of other
 * origins, which no screen has. Passed rules are not listed. Axe's half megabyte is sent to a page
 * only once.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const hasAxe = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder(hasAxe ? { page, axeSource: 'void 0' } : { page })
  return (
    builder
      // The menus' ends of the tab order: they hand on the focus at once, so nobody rests on them.
      .exclude('[data-base-ui-focus-guard]')
      // The preview of a shop is a document of its own, whose pages have their own checks.
      .exclude('iframe')
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
  )
}

async function expectNothingFound(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join('; ')}`,
  )
  expect.soft(found, `axe on ${screen}`).toEqual([])
}

/**
 * The page is no wider than its window; if it is, the elements that stick out are named. Polled, because
 * what locks the scrolling behind a dialog follows a resized window a moment later.
 */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await expect
    .configure({ soft: true })
    .poll(() => whatSticksOut(page, width), {
      message: `sideways scroll on ${screen} at ${width} px`,
      timeout: 2000,
    })
    .toEqual([])
}

const whatSticksOut = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((windowWidth) => {
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
