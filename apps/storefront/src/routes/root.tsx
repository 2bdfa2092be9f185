import { Notice, Toasts, UiProvider } from '@foyer/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { PAGE_DATA_ID, usePageSource } from '../data/page-data.ts'
import { useLocation } from '../routing/hooks.ts'
import { isBarePath } from '../routing/paths.ts'
import { useIsLate, useShown } from '../routing/router-provider.tsx'
import { useApp } from '../shared/app-context.tsx'
import { useOnline } from '../shared/browser/use-online.ts'
import { faviconUrl } from '../shell/brand-mark.tsx'
import { startTheme } from '../shell/theme.ts'
import type { Site } from './site.ts'

/**
 * Colour of a phone's browser bars before the theme is known: the page's background in the dark
 * theme.
 */
const DARK_PAGE = 'oklch(0.196 0.02 285)'

export function Document({ children }: { children: ReactNode }) {
  const { tenant } = useApp()
  const { assets, json } = usePageSource()
  return (
    // The boot script sets the theme's class on <html> before React starts.
    <html lang={tenant.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={DARK_PAGE} suppressHydrationWarning />
        <link rel="icon" type="image/svg+xml" href={faviconUrl(tenant.hue)} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" precedence="app" href={href} />
        ))}
        <link rel="stylesheet" precedence="app" href={tenant.brandCssUrl} />
        <script src={assets.boot} data-modules={assets.modules.join(' ')} />
      </head>
      <body>
        {children}
        <script
          type="application/json"
          id={PAGE_DATA_ID}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with '<' escaped
          dangerouslySetInnerHTML={{ __html: json }}
        />
      </body>
    </html>
  )
}

/**
 * Header, page and footer. Some documents have neither, since they are shown at a door or printed.
 */
export function SiteFrame({ site, children }: { site: Site; children: ReactNode }) {
  const { Header, Footer } = site
  const isBare = isBarePath(useLocation().path)
  useFocusOnNavigation()
  useEffect(() => {
    startTheme()
    dispatchEvent(new Event('foyer-ready'))
  }, [])
  return (
    <UiProvider>
      {!isBare && (
        <>
          <a href="#main" data-print="hide" className="skip-link">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <main id="main" tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      {!isBare && <Footer />}
      <OfflineNotice />
      <Toasts />
    </UiProvider>
  )
}

/**
 * A new page in the same document is silent for a screen reader. Focusing its heading announces it
 * and starts the next Tab there. A change of the query alone keeps the focus.
 */
function useFocusOnNavigation(): void {
  const { kind, location } = useShown()
  const path = useRef(location.path)
  useEffect(() => {
    if (kind === 'pending' || location.path === path.current) return
    path.current = location.path
    const target = location.hash && document.getElementById(location.hash.slice(1))
    // A link to a field, such as that of the search, leads to typing.
    if (target instanceof HTMLInputElement) return target.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!(heading instanceof HTMLElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [kind, location])
}

/**
 * Explains why a press does nothing: the next page waits for the connection, and the current one
 * stays.
 */
function OfflineNotice() {
  const isOnline = useOnline()
  const isWaiting = useIsLate() && !isOnline
  return (
    // Rendered before it has text: a screen reader announces only what is added to a region it
    // knows.
    <div role="status" data-print="hide" className="fixed inset-x-4 top-4 z-60 mx-auto max-w-120">
      {isWaiting && (
        <Notice tone="warning" title="You are offline." className="shadow-float">
          The page you chose opens by itself as soon as the connection is back.
        </Notice>
      )}
    </div>
  )
}
