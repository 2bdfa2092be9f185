import { useSyncExternalStore } from 'react'

type Theme = 'dark' | 'light'

/** What a person chose; 'system' follows the device, also when it changes at dusk. */
export type ThemeChoice = Theme | 'system'

/** Also read by boot.ts, which may import nothing. */
const STORAGE_KEY = 'foyer-theme'
const DEVICE_IS_LIGHT = '(prefers-color-scheme: light)'
const listeners = new Set<() => void>()

/** The choice of this page if storage is forbidden. */
let unstored: ThemeChoice = 'dark'

function currentChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'system' ? stored : 'dark'
  } catch {
    return unstored
  }
}

const themeOf = (choice: ThemeChoice): Theme => {
  if (choice !== 'system') return choice
  return matchMedia(DEVICE_IS_LIGHT).matches ? 'light' : 'dark'
}

/** Sets the chosen theme on the document: its class and the colour of the browser's bars. */
function applyTheme(): void {
  const { classList } = document.documentElement
  classList.remove('dark', 'light')
  classList.add(themeOf(currentChoice()))
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page)
  for (const notify of listeners) notify()
}

export function chooseTheme(choice: ThemeChoice): void {
  unstored = choice
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // The choice then lasts for this page only.
  }
  applyTheme()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current choice; dark on the server and while hydrating. */
export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore(subscribe, currentChoice, () => 'dark')

/**
 * Called once at hydration. The boot script has set the class before the first paint, but React
 * creates <html> again if it renders a failed page from scratch. Also follows other tabs and the
 * device.
 */
export function startTheme(): void {
  applyTheme()
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) applyTheme()
  })
  matchMedia(DEVICE_IS_LIGHT).addEventListener('change', applyTheme)
}
