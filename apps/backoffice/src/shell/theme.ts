import { brandCss, PLATFORM_HUE } from '@foyer/domain'
import { useSyncExternalStore } from 'react'

/** What a person chose; 'system' follows the device, also when it changes at dusk. */
type ThemeChoice = 'dark' | 'light' | 'system'

/** The shops store the choice under the same name; boot.ts reads it too. */
const STORAGE_KEY = 'foyer-theme'
const DEVICE_IS_LIGHT = '(prefers-color-scheme: light)'
const listeners = new Set<() => void>()
let unstored: ThemeChoice = 'dark'

function currentChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'system' ? stored : 'dark'
  } catch {
    return unstored
  }
}

function applyTheme(): void {
  const choice = currentChoice()
  const isLight = choice === 'light' || (choice === 'system' && matchMedia(DEVICE_IS_LIGHT).matches)
  const { classList } = document.documentElement
  classList.remove('dark', 'light')
  classList.add(isLight ? 'light' : 'dark')
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page)
  for (const listener of listeners) listener()
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

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, currentChoice)

/** Follows other tabs and the device. */
export function startTheme(): void {
  applyTheme()
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) applyTheme()
  })
  matchMedia(DEVICE_IS_LIGHT).addEventListener('change', applyTheme)
}

const colours = new CSSStyleSheet()
let shownHue: number = PLATFORM_HUE

/** Gives the whole app the colours of an organizer, or those of the platform. */
export function showHue(hue: number = PLATFORM_HUE): void {
  if (hue === shownHue) return
  shownHue = hue
  // A constructed stylesheet: the content policy allows no inline one.
  colours.replaceSync(hue === PLATFORM_HUE ? '' : brandCss({ hue }))
  document.adoptedStyleSheets = [colours]
  applyTheme()
}
