import { rawRequest, serverForTests, startTestServer } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'

const server = serverForTests({ jobs: false })

describe('a route outside the contract', () => {
  const PUBLIC = 'everybody'
  /** Every route of the framework, with who may call it. */
  const ROUTES: Record<string, string> = {
    'GET /healthz': PUBLIC,
    'GET /readyz': PUBLIC,
    'GET /healthz/deployment': 'who has APP_SECRET',
    'GET /metrics': 'who has METRICS_TOKEN; in development without one, this machine',
    'GET /brand/:file': PUBLIC,
    'GET /logos/:file': PUBLIC,
    'GET /sitemap.xml': PUBLIC,
    'GET /robots.txt': PUBLIC,
    'GET /documentation/pictures/:name': PUBLIC,
    'GET /posters/:eventId/:file': PUBLIC,
    'GET /pictures/:hash/:file': PUBLIC,
    'GET /previews/:subject/:file': PUBLIC,
    'GET /api/events/:eventId/live': PUBLIC,
    'GET /api/openapi.json': PUBLIC,
    'POST /api/stripe/webhook': 'who can sign as the payment provider',
    'GET /dev/mail': 'this machine by its own name, never in production',
    'GET /dev/mail/:id': 'this machine by its own name, never in production',
    'GET /dev/mail/:id/files/:name': 'this machine by its own name, never in production',
    'GET /dev/mail/:id/html': 'this machine by its own name, never in production',
    'GET /dev/mailbox.css': 'this machine by its own name, never in production',
    '* /api/*': 'nobody: it answers that there is no such call',
  }

  test('is in the list of such routes', () => {
    const tree = server.foyer.app.printRoutes()
    const emulator = /payments-emulator/
    expect(routesIn(tree).filter((route) => !emulator.test(route))).toEqual(
      Object.keys(ROUTES).sort(),
    )
  })

  test.each(Object.entries(ROUTES).filter(([, caller]) => caller === PUBLIC))(
    '%s is open to a browser without a cookie, and gives it none',
    async (route) => {
      const event = await server.build.event()
      const path = (route.split(' ')[1] ?? '')
        .replace(':eventId/:file', `${event.eventId}/poster.svg`)
        .replace(':eventId', event.eventId)
        .replace(':name', 'storefront.png')
      const answer = await server.browser().fetch(path)
      // The parameter's name is neither a brand nor a logo.
      expect(answer.status).toBe(path.includes(':file') ? 404 : 200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      await answer.body?.cancel()
    },
  )

  test.each<[string, string, Record<string, string>, number, number]>([
    ['GET /healthz/deployment', 'a stranger', { authorization: 'Foyer 1.x.y' }, 404, 404],
    ['GET /dev/mail', 'another host', { host: 'shop.example.com' }, 404, 200],
    ['GET /metrics', 'a wrong token', { authorization: 'Bearer wrong' }, 404, 200],
    ['POST /api/stripe/webhook', 'no signature', {}, 400, 400],
  ])('%s is closed to %s', async (route, _, headers, refusedWith, openWith) => {
    const [method = '', path = ''] = route.split(' ')
    const hasToken = path === '/metrics'
    const closed = await startTestServer({
      jobs: false,
      ...(hasToken ? { metricsToken: 'sixteen characters' } : {}),
    })
    try {
      const refusal = await rawRequest(closed.url, { method, path, headers })
      expect(refusal.status).toBe(refusedWith)
      const right: Record<string, string> = hasToken
        ? { authorization: 'Bearer sixteen characters' }
        : {}
      const opened = await rawRequest(closed.url, { method, path, headers: right })
      expect(opened.status).toBe(openWith)
    } finally {
      await closed.close()
    }
  })
})

/** The routes that Fastify prints as a tree, as 'GET /path', without the HEAD of each GET. */
function routesIn(tree: string): string[] {
  const routes: string[] = []
  const path: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', text = ''] = /^([│\s]*)[├└]── (.*)$/.exec(line) ?? []
    if (!text) continue
    const [, segment = '', methods = ''] = /^(\S*)(?: \((.*)\))?$/.exec(text) ?? []
    path.length = indent.length / 4
    path.push(segment)
    const names = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
    const verb = names.length > 4 ? '*' : names.join()
    if (verb) routes.push(`${verb} ${path.join('')}`)
  }
  return routes.sort()
}
