import type { BrowserContext } from '@playwright/test'

export type Theme = 'dark' | 'light'

/** As if the theme had been chosen on an earlier visit. */
export async function rememberTheme(context: BrowserContext, theme: Theme): Promise<void> {
  await context.addInitScript((value) => {
    // Not on the empty page that a context may open with, which has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('foyer-theme', value)
  }, theme)
}
