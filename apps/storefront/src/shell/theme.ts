import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

/** Read by boot.ts too, which may import nothing. */
const STORAGE_KEY = 'foyer-theme'
const listeners = new Set<() => void>()

const currentTheme = (): Theme =>
  document.documentElement.classList.contains('light') ? 'light' : 'dark'

const storedTheme = (): Theme => {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'light' ? 'light' : 'dark'
  } catch {
    // Storage may be forbidden; the page then starts dark each time.
    return 'dark'
  }
}

/** Puts a theme on the document: its class, and the colour of the browser's own bars. */
function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement
  classList.remove('dark', 'light')
  classList.add(theme)
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page)
  for (const notify of listeners) notify()
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // The choice then holds for this page alone.
  }
  applyTheme(theme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current theme; dark on the server and while hydrating. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, () => 'dark')

/**
 * Once, when the page comes to life: the script in <head> has set the class before the first paint,
 * but React writes <html> anew where it renders a failed page from scratch. Follows other tabs too.
 */
export function startTheme(): void {
  applyTheme(storedTheme())
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) applyTheme(storedTheme())
  })
}
