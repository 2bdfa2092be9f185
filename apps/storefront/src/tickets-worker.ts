/*
 * The service worker of the ticket page only: a phone at the door shows its tickets without a
 * connection. It caches one shell (the page as the server sends it to everybody; the tickets come
 * from the browser's own storage) and the files that the shell needs. It never reads an answer of
 * the API. A classic script: it may import nothing.
 */
/**
 * The part of a worker's scope that is used. The library that declares it conflicts with the
 * page's.
 */
interface Worker {
  registration: { scope: string }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate' | 'message' | 'fetch',
    listener: (event: WorkerEvent) => void,
  ): void
}
interface WorkerEvent {
  data: unknown
  request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}
/** The worker's scope, which the page's library declares as a window. */
declare const self: Worker

/** Raise it when the cached content changes its shape: the caches of older workers are deleted. */
const VERSION = 1
const SHELL = new URL('shell', self.registration.scope).pathname
/** Tenants may share an origin: each has its own worker and cache. */
const OURS = `foyer-tickets ${SHELL} `
const CACHE = OURS + VERSION
/** At a door the network often hangs instead of failing. */
const PATIENCE_MILLISECONDS = 4000
/** Files whose names contain a hash of their content, so a cached one is never outdated. */
const LASTING = /^\/(assets|brand)\//
const POSTER = /^(\/[\w-]+)?\/(posters|pictures)\//
/**
 * Matches these files in the shell, where they are in quotes or in the list that the boot script
 * reads.
 */
const FILES = /\/(?:assets|brand)\/[\w.-]+/g

/** Caches the current shell, its files and those that the page used; deletes the rest. */
async function keep(used: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const page = await fetch(SHELL, { credentials: 'omit', cache: 'no-store' })
  if (!page.ok) return
  const named = [...(await page.clone().text()).matchAll(FILES)].map(([file]) => addressOf(file))
  const wanted = new Set([...named, ...used.map(addressOf)])
  const add = async (file: string) => {
    if (!(await cache.match(file))) await cache.add(file)
  }
  for (const file of wanted) await add(file).catch(() => undefined)
  // Last, so that a shell is never cached without its files. Missing files are requested once more;
  // if that fails, the previous cache stays.
  for (const file of named) await add(file)
  await cache.put(SHELL, page)
  for (const { url } of await cache.keys()) {
    if (!wanted.has(url) && new URL(url).pathname !== SHELL) await cache.delete(url)
  }
}

const addressOf = (path: string) => new URL(path, location.origin).href

const openKept = (request: Request | string) =>
  caches.match(request, { cacheName: CACHE, ignoreVary: true })

/** The answer of the network, or the shell if it fails or takes too long. */
async function openPage(request: Request): Promise<Response> {
  const asked = fetch(request).catch(() => null)
  const answer = await Promise.race([asked, patience()])
  if (answer && answer.status < 500) return answer
  return (await openKept(SHELL)) ?? (await asked) ?? Response.error()
}

const patience = () =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MILLISECONDS))

/** Cached files do not change. A poster may change, so its cached form is only a fallback. */
async function openFile(request: Request): Promise<Response> {
  return (await openKept(request)) ?? fetch(request)
}
async function openPoster(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  return answer ?? (await openKept(request)) ?? Response.error()
}

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => {
  const dropOlder = async () => {
    const names = await caches.keys()
    const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE)
    await Promise.all(older.map((name) => caches.delete(name)))
  }
  event.waitUntil(dropOlder())
})
self.addEventListener('message', (event) => {
  if (isKeepRequest(event.data)) event.waitUntil(keep(event.data.keep))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (LASTING.test(pathname)) event.respondWith(openFile(request))
  else if (POSTER.test(pathname)) event.respondWith(openPoster(request))
})

const isKeepRequest = (data: unknown): data is { keep: string[] } =>
  typeof data === 'object' && data !== null && 'keep' in data && Array.isArray(data.keep)

// For the type checker only; the build drops it.
export {}
