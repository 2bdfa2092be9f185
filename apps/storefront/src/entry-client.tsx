import './styles.css'
import { createClient } from '@foyer/contract'
import { hydrate } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { AppContext } from './app-context.tsx'
import { Page } from './page.tsx'
import { PAGE_DATA_ID, type PageData } from './page-data.ts'
import { createQueryClient } from './queries.ts'
import { createAppRouter } from './router.tsx'
import { browserId } from './shared/browser-id.ts'
import { keepApart } from './shared/browser-storage.ts'
import { tenantHeaders } from './tenant-headers.ts'

async function start(): Promise<void> {
  const json = document.getElementById(PAGE_DATA_ID)?.textContent ?? ''
  const { tenant, base, hasDemos, assets, queries, isFailed }: PageData = JSON.parse(json)
  keepApart(base)

  const queryClient = createQueryClient()
  hydrate(queryClient, queries)

  const app: AppContext = {
    call: createClient({
      baseUrl: '',
      headers: { ...tenantHeaders(tenant, base, location.host), 'x-browser-id': browserId() },
      fetch: (...request) => fetch(...request),
    }),
    tenant,
    base,
    hasDemos,
  }
  const router = createAppRouter({ app, queryClient })
  // The document came rendered: the router then adds no boundary that the server did not write.
  router.ssr = { manifest: undefined }
  // Loaders find the data that came with the page; what is awaited are the chunks of its screen.
  await router.load()

  const source = { assets, json }
  const page = <Page app={app} queryClient={queryClient} router={router} source={source} />
  if (isFailed) createRoot(document).render(page)
  else hydrateRoot(document, page)
}

void start()
