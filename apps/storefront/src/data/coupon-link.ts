/**
 * The coupon code of a link such as `/?coupon=SUMMER20`. The flow's addresses do not carry it, so it is
 * kept for this tab until a held cart tries it.
 */
const KEY = 'linked-coupon'

/** Called with the query of the page that the tab was opened at. */
export function rememberLinkedCoupon(query: string): void {
  const code = new URLSearchParams(query).get('coupon')?.trim().slice(0, 64)
  if (!code) return
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Without storage the code can be typed at the checkout.
  }
}

/** The code, once: a refused one is not tried again by itself. Null without one. */
export function takeLinkedCoupon(): string | null {
  try {
    const code = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return code
  } catch {
    return null
  }
}
