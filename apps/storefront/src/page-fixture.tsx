import { createMemoryHistory } from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server'
import type { RouterContext } from './app-context.tsx'
import { Page } from './page.tsx'
import { createAppRouter } from './router.tsx'

const source = { assets: { boot: '/boot.js', styles: [], modules: [] }, json: '' }

/** An address as the server shows it, for tests: its markup, its words alone, and where it leads on. */
export async function showPage(context: RouterContext, path: string) {
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ ...context, history })
  await router.load()
  const stream = await renderToReadableStream(<Page {...context} router={router} source={source} />)
  await stream.allReady
  const html = (await new Response(stream).text()).replace(/<!-- -->/g, '')
  const words = html.slice(html.indexOf('<body')).replace(/<[^>]+>/g, ' ')
  const result = router._serverResult
  return {
    html,
    text: words.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
    redirect: result?.type === 'redirect' ? result.redirect.headers.get('Location') : null,
  }
}
