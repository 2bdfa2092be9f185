import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { createRenderer, type Renderer, type RenderResult } from './entry-server.tsx'
import { type Answers, aContext, anEvent, apiOf, aTenant } from './fixtures.ts'
import { createAppRouter } from './router.tsx'

const event = anEvent()
const ANSWERS: Answers = {
  '/api/events': [event],
  [`/api/events/${event.id}`]: event,
  [`/api/pricing/calendar/${event.id}`]: {
    success: true,
    data: { dates: {}, timezone: 'America/Los_Angeles', currency: 'usd' },
  },
}

const appDir = join(import.meta.dirname, '..')
const clientDir = mkdtempSync(join(tmpdir(), 'foyer-pages-'))
const modules = routeModules()
const render = rendererOf(modules)
afterAll(() => rmSync(clientDir, { recursive: true }))

/** Every lazy module that the route table names. */
function routeModules(): string[] {
  const router = createAppRouter({ ...aContext(), history: createMemoryHistory() })
  return Object.values(router.routesById).flatMap(
    (route) => route.options.staticData?.modules ?? [],
  )
}

/** A renderer over a build of which only the manifest exists. */
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

const open = (path: string, { base = '', answers = ANSWERS } = {}): Promise<RenderResult> =>
  render({
    path,
    base,
    origin: 'https://tickets.example',
    tenant: aTenant(),
    fetch: apiOf(answers),
  })

it('names modules in the route table that exist', () => {
  expect(modules.length).toBeGreaterThan(5)
  expect(modules.filter((module) => !existsSync(join(appDir, module)))).toEqual([])
})

describe('status', () => {
  it.each([
    ['/', 200],
    ['/events-api', 200],
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

  it('is 500 with the error card where the events cannot be had', async () => {
    const answers = { '/api/events': new Error('database is down') }
    const { status, html } = await open('/', { answers })
    expect(status).toBe(500)
    expect(html).toContain('Failed to Load Events')
    expect(html).toMatch(/Failed to fetch events: (<!-- -->)?database is down/)
  })
})

describe('redirects', () => {
  it("lead from an event's old address to its page, below the tenant's base", async () => {
    const { status, redirect, html } = await open(`/${event.id}`, { base: '/harbor' })
    expect([status, redirect]).toEqual([307, `/harbor/events-api/${event.id}`])
    expect(html).toContain('Redirecting...')
  })

  it('drop what does not read from a query and keep what is not ours', async () => {
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
  it('has its words, head and data on arrival', async () => {
    const { html, isPersonal } = await open('/')
    expect(html.startsWith('<!DOCTYPE html><html lang="en-US"')).toBe(true)
    expect(html).toContain('The Lighthouse Sessions')
    expect(html).toContain('From </span>')
    expect(html).toContain('<link rel="canonical" href="https://tickets.example/"')
    expect(html).toContain('id="foyer-data"')
    expect(isPersonal).toBe(false)
  })

  it('starts with the app and the chunks of its screen, and no other', async () => {
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

  it.each([
    ['/checkout-api/12345', true],
    [`/order-confirmation/${event.id}`, true],
    [`/order-tickets/${event.id}`, true],
    [`/events-api/${event.id}`, false],
  ])('of %s is personal: %s', async (path, personal) => {
    expect((await open(path)).isPersonal).toBe(personal)
  })

  it('shows header and footer, and hides them where a document stands alone', async () => {
    expect((await open('/manage-order')).html).toContain('Organizer Login')
    expect((await open('/order/123')).html).not.toContain('Organizer Login')
  })

  it('escapes what an event is called', async () => {
    const named = { ...event, name: '</script><img src=x onerror=alert(1)>' }
    const { html } = await open('/', { answers: { '/api/events': [named] } })
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('</script><img')
  })
})

it('refuses to start over a build that lacks a file', () => {
  expect(() => createRenderer(join(clientDir, 'nowhere'))).toThrow()
})
