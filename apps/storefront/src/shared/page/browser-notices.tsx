import { Button, Notice } from '@foyer/ui'
import { useInAppBrowser } from '../browser/in-app-browser.ts'

export const COOKIES_BLOCKED = 'Your browser blocks cookies'

/** Shown before anything is held, since a cart of a browser without cookies opens to nobody. */
export const CookiesBlockedNotice = () => (
  <Notice
    tone="danger"
    title={COOKIES_BLOCKED}
    className="mb-6"
    actions={<Button onClick={() => location.reload()}>Check again</Button>}
  >
    <p>
      A cookie is how we know that a cart is yours. Without it your tickets would be held and you
      could not pay for them, so nothing is held yet. Your selection is kept in the address of this
      page.
    </p>
    <p className="mt-2">
      To allow cookies for this site, press the sign at the left of the address. On an iPhone, open
      Settings, Safari, Advanced, and turn off Block All Cookies. Then check again.
    </p>
  </Notice>
)

/** What the browsers of apps cannot do, before a buyer relies on it. */
export function InAppNotice() {
  const app = useInAppBrowser()
  if (!app) return null
  return (
    <Notice tone="warning" title={`This page is open inside ${app}`} className="mb-6">
      You can pay by card here. If your bank asks you to confirm in its own app, the way back may
      lead to another browser, and tickets cannot be saved as files. To be sure, choose “Open in
      browser” in the menu of {app}: your selection comes along.
    </Notice>
  )
}
