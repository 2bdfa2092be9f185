import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantView } from '@foyer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { type Answers, anEvent, anEventPage, apiOf, aTenant } from '../test/fixtures.ts'
import { readAssets } from './assets.ts'
import type { SiteName } from './data/page-data.ts'
import { createRenderer, type Renderer, type RenderRequest, readPage } from './entry-server.tsx'
import { routes } from './routes/route-table.ts'

const event = anEvent()
const ANSWERS: Answers = {
  '/api/events/search': anEventPage([event]),
  [`/api/events/${event.id}`]: event,
  [`/api/pricing/calendar/${event.id}`]: {
    success: true,
    data: { dates: {}, timezone: 'America/Los_Angeles', currency: 'usd' },
  },
}

const appDir = join(import.meta.dirname, '..')
const clientDir = mkdtempSync(join(tmpdir(), 'foyer-pages-'))
const modules = routeModules()
const renderer = rendererOf(modules)
afterAll(() => rmSync(clientDir, { recursive: true }))

/** Every lazy module that the route table names. */
function routeModules(): string[] {
  // Route families share their screens.
  return [...new Set(routes.flatMap(({ modules }) => modules ?? []))]
}

/** A renderer over a build that consists of the manifest only. */
function rendererOf(lazyModules: readonly string[]): Renderer {
  const entry = (file: string) => ({ file: `assets/${file}` })
  const manifest = {
    'src/entry-client.tsx': {
      ...entry('main.js'),
      css: ['assets/main.css'],
    },
    'src/boot.ts': entry('boot.js'),
    ...Object.fromEntries(lazyModules.map((module, at) => [module, entry(`${at}.js`)])),
  }
  mkdirSync(join(clientDir, '.vite'), { recursive: true })
  writeFileSync(join(clientDir, '.vite', 'manifest.json'), JSON.stringify(manifest))
  return createRenderer(clientDir)
}

interface Opening {
  site?: SiteName
  base?: string
  answers?: Answers
  tenant?: Partial<TenantView>
}

const requestOf = (
  path: string,
  { site = 'shop', base = '', answers = ANSWERS, tenant = {} }: Opening = {},
): RenderRequest => ({
  path,
  site,
  base,
  hasDemos: true,
  tenant: aTenant(tenant),
  fetch: apiOf(answers),
})

interface Document {
  status: number
  html: string
  redirect?: string
}

/** What the server answers to an address. */
async function open(address: string, opening: Opening = {}): Promise<Document> {
  const { to, rest, redirect } = readPage(address, opening.site ?? 'shop')
  const base = opening.base ?? ''
  if (redirect !== null) return { status: 307, html: '', redirect: base + redirect }
  const opened = await renderer.open(requestOf(to, opening))
  if (opened.kind === 'redirect')
    return { status: 307, html: '', redirect: base + opened.to + rest }
  if (opened.kind === 'refused') return { status: 503, html: '' }
  return { status: opened.status, html: await opened.render() }
}

it('a page links the stylesheets of its own modules, and no other page does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-styles-'))
  mkdirSync(join(folder, '.vite'))
  const manifest = {
    'src/entry-client.tsx': { file: 'main.js', css: ['main.css'] },
    'src/boot.ts': { file: 'boot.js' },
    'src/routes/order.tsx': { file: 'order.js', css: ['order.css'], imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  }
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  const assetsOf = readAssets(folder)
  rmSync(folder, { recursive: true })
  expect(assetsOf(['src/routes/order.tsx']).styles).toEqual([
    '/main.css',
    '/order.css',
    '/shared.css',
  ])
  expect(assetsOf([]).styles).toEqual(['/main.css'])
})

it('every module that the route table names exists', () => {
  expect(modules.length).toBeGreaterThan(5)
  expect(modules.filter((module) => !existsSync(join(appDir, module)))).toEqual([])
})

describe('status', () => {
  it.each([
    ['/', 200],
    ['/events-api', 200],
    ['/events', 200],
    ['/testflow', 200],
    [`/events-api/${event.id}`, 200],
    ['/manage-order', 200],
    ['/nothing', 404],
    ['/a/b/c', 404],
    ['/%E0%A4%A', 404],
    ['/events-api/nonsense', 404],
    ['/events-api/00000000-0000-4000-8000-000000000000', 404],
  ])('of %s is %i', async (path, status) => {
    expect((await open(path)).status).toBe(status)
  })

  it('is 500 with the error card if the events cannot be loaded', async () => {
    const answers = { '/api/events/search': new Error('database is down') }
    const { status, html } = await open('/', { answers })
    expect(status).toBe(500)
    expect(html).toContain('Failed to Load Events')
    expect(html).toMatch(/Failed to fetch events: (<!-- -->)?database is down/)
  })
})

describe('redirects', () => {
  it("lead from an event's old address to its page, below the tenant's base", async () => {
    const { status, redirect } = await open(`/${event.id}`, { base: '/harbor' })
    expect([status, redirect]).toEqual([307, `/harbor/events-api/${event.id}`])
  })

  it('an old address may be in capitals, and any other single segment is not found', async () => {
    const id = event.id.toUpperCase()
    expect(await open(`/${id}`)).toMatchObject({ status: 307, redirect: `/events-api/${event.id}` })
    for (const other of [id.slice(1), `${id}0`, id.replaceAll('-', ''), id.replace(/^./, 'G')]) {
      const { status, html } = await open(`/${other}`)
      expect([other, status]).toEqual([other, 404])
      expect(html).toMatch(/<h1[^>]*>404 Page Not Found<\/h1>/)
      expect(html).toContain('Did you forget to add the page to the router?')
    }
  })

  it('a redirect drops invalid parameters and keeps unknown ones', async () => {
    const { redirect } = await open(`/events-api/${event.id}?date=nonsense&utm_source=mail`)
    expect(redirect).toBe(`/events-api/${event.id}?utm_source=mail`)
  })

  it.each(['//evil.example/', '//evil.example/%2e%2e', '/\\evil.example/'])(
    'never leave the site: %s',
    async (path) => {
      const { redirect = '/' } = await open(path)
      expect(new URL(redirect, 'https://tickets.example').origin).toBe('https://tickets.example')
    },
  )
})

describe('the document', () => {
  it('the document arrives with its text, head and data', async () => {
    const { html } = await open('/')
    expect(html.startsWith('<!DOCTYPE html><html lang="en-US"')).toBe(true)
    expect(html).toContain('The Lighthouse Sessions')
    expect(html).toContain('From </span>')
    expect(html).toContain('<link rel="canonical" href="https://tickets.example/"')
    expect(html).toContain('id="foyer-data"')
  })

  it.each([
    ['/', 'https://tickets.example/previews/site/0123456789ab.png'],
    [`/events-api/${event.id}`, `https://tickets.example/previews/${event.id}/0123456789ab.png`],
  ])('%s has a preview for links, with its size and its text', async (path, address) => {
    const { html } = await open(path)
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
    expect(meta('og:image')).toBe(address)
    expect(meta('og:image:type')).toBe('image/png')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image:alt')).toMatch(/Foyer|The Lighthouse Sessions at Pier 9/)
    expect(meta('twitter:card')).toBe('summary_large_image')
  })

  it('the document loads the app and the chunks of its screen only', async () => {
    const { html } = await open(`/events-api/${event.id}`)
    const flow = modules.filter((module) => /event-flow.tsx|enter-step|date-step/.test(module))
    const files = flow.map((module) => `/assets/${modules.indexOf(module)}.js`)
    expect(html).toContain(`data-modules="${['/assets/main.js', ...files].join(' ')}"`)
  })

  it.each(['/', `/events-api/${event.id}`, '/nothing', '/checkout-api/12345', '/manage-order'])(
    'needs no exception from the policy: %s',
    async (path) => {
      const { html } = await open(path)
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, rest]) => rest)
      expect(inline.filter((rest) => !/type="application\/(ld\+)?json"/.test(rest ?? ''))).toEqual(
        [],
      )
      expect(html).not.toMatch(/<[^>]+\sstyle="/)
      expect(html).not.toContain('<style')
      expect(html).not.toMatch(/<[^>]+\son\w+="/)
    },
  )

  it('shows header and footer, except on documents without them', async () => {
    expect((await open('/manage-order')).html).toContain('Organizer Login')
    expect((await open('/order/123')).html).not.toContain('Organizer Login')
  })

  it('escapes the name of an event', async () => {
    const named = { ...event, name: '</script><img src=x onerror=alert(1)>' }
    const { html } = await open('/', {
      answers: { '/api/events/search': anEventPage([named]) },
    })
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('</script><img')
  })
})

describe('the site around a page', () => {
  const page = {
    slug: 'help',
    title: 'Help Center',
    summary: 'Answers.',
    updatedAt: '2026-05-04T23:30:00.000Z',
    blocks: [
      { kind: 'heading', level: 2, id: 'buying', text: 'Buying <b>' },
      {
        kind: 'paragraph',
        spans: [
          { text: '<script>alert(1)</script> ' },
          { text: 'Refunds', href: '/pages/refunds', strong: true },
          { text: 'elsewhere', href: 'https://x.example/' },
        ],
      },
      { kind: 'list', isOrdered: true, items: [[{ text: 'one' }]] },
    ],
  }
  const answers = { ...ANSWERS, '/api/pages/help': page }

  it('a site page has the text of the organizer, and its links stay below the tenant’s base', async () => {
    const { status, html } = await open('/pages/help', { base: '/harbor', answers })
    expect(status).toBe(200)
    expect(html).toContain('<title>Help Center · Foyer</title>')
    expect(html).toContain('<meta name="description" content="Answers."')
    expect(html).toContain('<link rel="canonical" href="https://tickets.example/pages/help"')
    expect(html).toMatch(/<h2 id="buying"[^>]*>Buying &lt;b&gt;<\/h2>/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toMatch(/<a href="\/harbor\/pages\/refunds" class="link"><strong/)
    expect(html).toContain('<a href="https://x.example/"')
    expect(html).toMatch(/<ol[^>]*><li[^>]*>one<\/li><\/ol>/)
    expect(html).toMatch(/Updated(<!-- -->)? (<!-- -->)?<time[^>]*>May 4, 2026<\/time>/)
  })

  it.each(['/pages/nothing', '/pages/__proto__', '/pages'])('has no page at %s', async (path) => {
    const { status, html } = await open(path)
    expect(status).toBe(404)
    expect(html).toContain('Did you forget to add the page to the router?')
  })

  it('names the error if a page cannot be shown at all', async () => {
    const answers = { '/api/pages/help': new Error('the database is down') }
    const { status, html } = await open('/pages/help', { answers })
    expect(status).toBe(500)
    expect(html).toMatch(/<h1[^>]*>Something went wrong.<\/h1>/)
    expect(html).toMatch(/<p role="alert">the database is down<\/p>/)
    expect(html).toContain('Organizer Login')
  })

  it('shows an error with its details and the reference that the server has logged, without ids or a stack', async () => {
    const orderId = '3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d'
    const answer = {
      error: 'Something went wrong on our side.',
      code: 'internal_error',
      details: { requestId: 'req-7', stack: `Error at /srv/main.ts:1 for ${orderId}` },
    }
    const fetch = async () => Response.json(answer, { status: 500 })
    const opened = await renderer.open({ ...requestOf('/pages/help'), fetch })
    if (!('render' in opened)) throw new Error('the page is shown')
    const html = await opened.render()
    expect(html).toMatch(/<h1[^>]*>Something went wrong.<\/h1>/)
    expect(html).toMatch(/<p role="alert">Something went wrong on our side.<\/p>/)
    for (const [name, value] of [
      ['Error', '500 internal_error'],
      ['Reference', 'req-7'],
      ['Page', '/pages/\\$slug'],
    ]) {
      expect(html).toMatch(new RegExp(`<dt>${name}</dt><dd[^>]*>${value}</dd>`))
    }
    expect(html).not.toContain('main.ts')
    expect(html).not.toContain(orderId)
  })

  it('has a footer with links to every such page and to no dead end', async () => {
    const { html } = await open('/pages/help', { base: '/harbor', answers })
    const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? ''
    const links = [...footer.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)]
    expect(links.map(([, href, text]) => `${text}: ${href}`)).toEqual([
      'About: /harbor/pages/about',
      'Careers: /harbor/pages/careers',
      'Press: /harbor/pages/press',
      'Help Center: /harbor/pages/help',
      'Contact Us: /harbor/pages/contact',
      'Refunds: /harbor/pages/refunds',
      'Organizer Login: /admin',
      'Terms of Service: /harbor/pages/terms',
      'Privacy Policy: /harbor/pages/privacy',
      'Cookie Policy: /harbor/pages/cookies',
    ])
    expect(footer).toMatch(/<h2[^>]*>Company<.*<h2[^>]*>Support<.*<h2[^>]*>Legal</)
    expect(footer).toMatch(new RegExp(`© (<!-- -->)?${new Date().getFullYear()}(<!-- -->)? `))
    expect(footer).toMatch(/<a href="\/admin" target="_blank" rel="noopener noreferrer"/)
  })

  it('offers only the social networks that the tenant uses', async () => {
    const socialLinks = { facebook: 'https://facebook.example/foyer' }
    const { html } = await open('/manage-order', { tenant: { socialLinks } })
    expect(html).toContain('href="https://facebook.example/foyer" target="_blank"')
    expect(html).not.toContain('#instagram')
    expect((await open('/manage-order')).html).not.toContain('#facebook')
  })

  it('shows the tenant’s logo and footer text if it has them', async () => {
    const logo = { url: '/logos/a.svg', width: 120, height: 40 }
    const tenant = { logo, footerText: 'Foyer Ltd.\n1 Main St' }
    const { html } = await open('/manage-order', { base: '/harbor', tenant })
    expect(html.match(/<img src="\/harbor\/logos\/a.svg" width="120" height="40"/g)).toHaveLength(2)
    expect(html).toContain('Foyer Ltd.\n1 Main St')
  })

  it.each(['/order/1', '/confirmation/1', '/waiver/1'])(
    'is left out at %s, also below a tenant’s base',
    async (path) => {
      for (const base of ['', '/harbor']) {
        const { html } = await open(path, { base })
        expect(html).not.toContain('class="site-header"')
        expect(html).not.toContain('Organizer Login')
      }
    },
  )

  it.each([
    '/',
    `/events-api/${event.id}`,
    `/events-api/${event.id}/tickets?date=2099-11-21`,
    `/event/${event.id}/tickets?date=2099-11-21`,
    '/checkout-api/12345',
    '/order-tickets/1',
    '/orders/1',
    '/confirmations/1',
  ])('header and the whole footer are at %s', async (path) => {
    const day = { minPrice: 30, allInMinor: 3498, status: 'available' }
    const { html } = await open(path, {
      answers: {
        ...ANSWERS,
        [`/api/pricing/calendar/${event.id}`]: {
          success: true,
          data: { dates: { '2099-11-21': day }, timezone: 'America/Los_Angeles', currency: 'usd' },
        },
      },
    })
    expect(html).toContain('class="site-header"')
    for (const words of ['Manage Orders', 'Company', 'Organizer Login', 'Cookie Policy']) {
      expect(html).toContain(words)
    }
  })
})

describe('where the server is too busy to show a page', () => {
  const BUSY = new Response(JSON.stringify({ error: 'Busy', code: 'busy' }), { status: 503 })

  it.each(['/', `/events-api/${event.id}`])(
    '%s is refused, not failed, if its data is',
    async (to) => {
      const fetch = async () => BUSY.clone()
      expect(await renderer.open({ ...requestOf(to), fetch })).toEqual({ kind: 'refused' })
    },
  )

  it.each(['/', `/events-api/${event.id}`, '/checkout-api/12345'])(
    'the shell of %s starts the app with the chunks of its screen and asks for nothing',
    async (to) => {
      const fetch = () => Promise.reject(new Error('The shell asks for nothing'))
      const html = await renderer.shell({ ...requestOf(to), fetch })
      expect(html.startsWith('<!DOCTYPE html><html lang="en-US"')).toBe(true)
      expect(html).toContain('data-modules="/assets/main.js ')
      expect(html).toContain('"isFailed":true')
      expect(html).not.toContain('The Lighthouse Sessions')
    },
  )
})

describe('pages that are missing', () => {
  const unknown = (last: string) => `/events-api/00000000-0000-4000-8000-00000000000${last}`

  it.each([
    ['an event that does not exist', unknown('1'), unknown('2')],
    ['an address that is no page', '/a/b/c', '/some/thing/else'],
    ['an address that stands alone', '/order/1/2', '/waiver/1/2'],
  ])('look alike and are of one kind: %s', async (_, one, other) => {
    expect(readPage(one, 'shop').kind).toBe(readPage(other, 'shop').kind)
    const [first, second] = await Promise.all([open(one), open(other)])
    expect(first.status).toBe(404)
    expect(second.html).toBe(first.html)
  })
})

it('the renderer refuses a build that lacks a file', () => {
  expect(() => createRenderer(join(clientDir, 'nowhere'))).toThrow()
})
