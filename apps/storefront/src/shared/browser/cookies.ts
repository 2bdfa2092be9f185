import { useOfBrowser } from './use-hydrated.ts'

const PROBE = 'foyer-probe'

/**
 * Whether this browser keeps the cookie by which the server knows whose a cart is. It is tried and not
 * only asked, because `cookieEnabled` is true in frames and apps that drop cookies.
 */
export function keepsCookies(page: Document = document): boolean {
  if (!navigator.cookieEnabled) return false
  try {
    page.cookie = `${PROBE}=1; path=/; SameSite=Lax`
    const isKept = page.cookie.includes(`${PROBE}=1`)
    page.cookie = `${PROBE}=; path=/; SameSite=Lax; max-age=0`
    return isKept
  } catch {
    // A sandboxed frame throws.
    return false
  }
}

/** False on the server and while hydrating. */
export const useCookiesBlocked = (): boolean => useOfBrowser(() => !keepsCookies(), false)
