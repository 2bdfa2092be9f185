import { useOfBrowser } from './use-hydrated.ts'

/** Apps that open links in a browser of their own, by what their user agents contain. */
const APPS = [
  ['Instagram', 'Instagram'],
  ['FBAN/', 'Facebook'],
  ['FBAV/', 'Facebook'],
  ['FB_IAB/', 'Facebook'],
  ['musical_ly', 'TikTok'],
  ['BytedanceWebview', 'TikTok'],
  ['Snapchat', 'Snapchat'],
  ['LinkedInApp', 'LinkedIn'],
  [' Line/', 'LINE'],
] as const

/** The app whose built-in browser shows the page; null in a browser of its own. */
export const appOf = (userAgent: string): string | null =>
  APPS.find(([mark]) => userAgent.includes(mark))?.[1] ?? null

/** Null on the server and while hydrating. */
export const useInAppBrowser = (): string | null =>
  useOfBrowser(() => appOf(navigator.userAgent), null)
