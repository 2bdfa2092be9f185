import type { Page } from '@playwright/test'

/**
 * Measures how far the content of each page moves by itself. Call it before the pages are opened;
 * the returned function reads the sum of the page that is open (web.dev/cls: 0.1 is the limit).
 */
export async function layoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue
        const sum = Number(Reflect.get(window, 'shifted')) + Number(Reflect.get(entry, 'value'))
        Reflect.set(window, 'shifted', sum)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifted')))
}
