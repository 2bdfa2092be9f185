import { renderToReadableStream } from 'react-dom/server'
import { Page } from '../src/routes/page.tsx'
import { createAppRouter, shop } from '../src/routes/route-table.ts'
import { redirect } from '../src/routing/route.ts'
import type { RouterContext } from '../src/shared/app-context.tsx'

const source = { assets: { boot: '/boot.js', styles: [], modules: [] }, json: '' }

/** What the server opens for an address, for tests. */
export async function openAddress(context: RouterContext, path: string, site = shop) {
  const router = createAppRouter(context, site)
  const location = router.find(path)
  return { router, opened: location.isClean ? await router.open(location) : redirect(location) }
}

/** An address as the server renders it, for tests: its markup, its text, and its redirect. */
export async function showPage(context: RouterContext, path: string, site = shop) {
  const { router, opened } = await openAddress(context, path, site)
  if (opened.kind === 'redirect') return { html: '', text: '', redirect: opened.to }
  const stream = await renderToReadableStream(
    <Page {...context} site={site} router={router} first={opened} source={source} />,
  )
  await stream.allReady
  const html = (await new Response(stream).text()).replace(/<!-- -->/g, '')
  const words = html.slice(html.indexOf('<body')).replace(/<[^>]+>/g, ' ')
  return {
    html,
    text: words.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
    redirect: null,
  }
}
