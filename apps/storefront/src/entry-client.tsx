import './styles.css'
import { createClient } from '@foyer/contract'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { browserId, tenantHeaders } from './data/call-headers.ts'
import { rememberLinkedCoupon } from './data/coupon-link.ts'
import { createQueryClient, withLog } from './data/event-queries.ts'
import { PAGE_DATA_ID, type PageData, takeOver } from './data/page-data.ts'
import { scopeStorage } from './data/stored/browser-storage.ts'
import { Page } from './routes/page.tsx'
import { createAppRouter, shop } from './routes/route-table.ts'
import type { AppContext } from './shared/app-context.tsx'
import { toleratePageTranslators } from './shared/page/translated-pages.ts'

async function start(): Promise<void> {
  const json = document.getElementById(PAGE_DATA_ID)?.textContent ?? ''
  const {
    site: name,
    tenant,
    base,
    hasDemos,
    assets,
    queries,
    isFailed,
  }: PageData = JSON.parse(json)
  scopeStorage(base)
  rememberLinkedCoupon(location.search)

  const queryClient = createQueryClient()
  takeOver(queryClient, queries)

  const app: AppContext = {
    call: withLog(
      createClient({
        baseUrl: '',
        headers: { ...tenantHeaders(tenant, base, location.host), 'x-browser-id': browserId() },
        fetch: (...request) => fetch(...request),
      }),
    ),
    tenant,
    base,
    hasDemos,
  }
  const site = name === 'shop' ? shop : (await import('./platform/platform-routes.ts')).platform
  const router = createAppRouter({ app, queryClient }, site)
  // The page came with its data; only the chunks of the screen are awaited.
  const first = await router.start()

  const page = <Page {...{ app, queryClient, router, first, site }} source={{ assets, json }} />
  if (isFailed) createRoot(document).render(page)
  // A transition hydrates in slices, so that a press or a scroll is answered in between.
  else startTransition(() => void hydrateRoot(document, page))
}

toleratePageTranslators()
// In a new task, since evaluating the modules has taken one already.
setTimeout(() => void start())
