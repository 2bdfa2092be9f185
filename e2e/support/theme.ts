import type { BrowserContext } from '@playwright/test'

export type Theme = 'dark' | 'light'

/** Stores a theme as if it had been chosen on an earlier visit. */
export async function rememberTheme(context: BrowserContext, theme: Theme): Promise<void> {
  await context.addInitScript((value) => {
    // Not on a context's empty first page, which has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('foyer-theme', value)
  }, theme)
}
