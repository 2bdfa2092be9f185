import { expect, type Locator, type Page } from '@playwright/test'

const FAR = 120

/**
 * Presses Tab until `target` has the focus, as a keyboard user does. Every stop on the way must be
 * visible: with a focus ring, and not covered.
 */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target.first()).toBeAttached()
  for (let stop = 0; stop < FAR; stop += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expectFocusSeen(page)
  }
  throw new Error(`${FAR} presses of ${key} did not reach ${target}`)
}

/** Tabs through the whole page, from its start to the browser's own controls. */
export async function tabThrough(page: Page): Promise<number> {
  for (let stops = 0; stops < FAR; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) return stops
    await expectFocusSeen(page)
  }
  throw new Error(`the page has more than ${FAR} stops`)
}

const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 &&
  target.first().evaluate((element) => {
    const root = element.getRootNode()
    return (
      (root instanceof ShadowRoot || root instanceof Document) && root.activeElement === element
    )
  })

/** Polled, because the page may still be scrolling to the focused element. */
async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => focusProblem(page), { message: 'the focus is not seen' }).toBe('')
}

/** Why the focused element is not visible, in words; '' if it is. */
const focusProblem = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (!element || element === document.body || element instanceof HTMLIFrameElement) return ''
    const name = `${element.tagName} '${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}'`

    const isRinged = (part: Element | null) => {
      if (!part) return false
      const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(part)
      const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      // The card form's fields draw their ring as a shadow, which no other element there has.
      return hasOutline || (part instanceof HTMLInputElement && boxShadow !== 'none')
    }
    // A card with one link has its ring around the whole card.
    if (!isRinged(element) && !isRinged(element.closest('article'))) return `${name} has no ring`

    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name} is outside the window`
    const root = element.getRootNode()
    const seen = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y)
    if (seen && !element.contains(seen) && !seen.contains(element)) {
      return `${name} is covered by ${seen.tagName} .${seen.className}`
    }
    const bar = document.querySelector('.sticky-bar')?.getBoundingClientRect()
    const isInBar = element.closest('.sticky-bar') !== null
    if (bar && bar.height > 0 && !isInBar && box.bottom > bar.top + 1) {
      return `${name} is partly below the bar`
    }
    return ''
  })
