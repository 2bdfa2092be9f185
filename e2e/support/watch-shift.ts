import type { Page } from '@playwright/test'

interface Shift {
  value: number
  /** What moved, and from where to where (px from the window's top). */
  moved: string[]
}

/**
 * Measures how far the content of each page moves by itself. Call it before the pages are opened;
 * the returned function reads the shifts of the page that is open: 'web.dev/cls' wants a sum below 0.1.
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Reflect.set(window, 'shifts', shifts)
    const nameOf = (node: unknown) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : String(node)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue
        const sources: LayoutShiftSource[] = Reflect.get(entry, 'sources')
        shifts.push({
          value: Reflect.get(entry, 'value'),
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)} ${previousRect.top} -> ${currentRect.top}`,
          ),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}

interface LayoutShiftSource {
  node?: unknown
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

/** The shifts that a person would notice. */
export const noticed = (shifts: readonly Shift[]): Shift[] =>
  shifts.filter(({ value }) => value > 0.005)
