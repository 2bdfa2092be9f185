import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

/** Also read by boot.ts, which may import nothing. */
const STORAGE_KEY = 'foyer-theme'
const listeners = new Set<() => void>()

const currentTheme = (): Theme =>
  document.documentElement.classList.contains('light') ? 'light' : 'dark'

const storedTheme = (): Theme => {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'light' ? 'light' : 'dark'
  } catch {
    // Storage may be forbidden; then every page starts dark.
    return 'dark'
  }
}

/** Sets a theme on the document: its class and the colour of the browser's bars. */
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
    // The choice then lasts for this page only.
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
 * Called once at hydration. The boot script has set the class before the first paint, but React
 * creates <html> again if it renders a failed page from scratch. Also follows other tabs.
 */
export function startTheme(): void {
  applyTheme(storedTheme())
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) applyTheme(storedTheme())
  })
}
