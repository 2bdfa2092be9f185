import { join } from 'node:path'
import type { TenantView } from '@foyer/contract'

/** The exports of the pages' build. The server uses nothing else of it. */
interface PagesBuild {
  /** Parses a URL by the route table. It is a pure function: it loads and renders nothing. */
  readPage(address: string, site: SiteName): PageAddress
  createRenderer(clientDir: string): Renderer
}

/** A tenant's shop, or the platform's own pages: each has a route table of its own. */
export type SiteName = 'shop' | 'platform'

export interface PageAddress {
  /** Everything that the page depends on, in one spelling, as a path below the tenant's base. */
  to: string
  /** The rest of the query, which no page reads. Redirects preserve it. */
  rest: string
  /** The target of a redirect if part of the URL is malformed; null if it is well-formed. */
  redirect: string | null
  /** The kind of page; there are some dozens. */
  kind: string
  isPersonal: boolean
}

export interface Renderer {
  open(request: RenderRequest): Promise<OpenedPage>
  /** The document without its content: the browser loads the page's data and renders it. */
  shell(request: RenderRequest): Promise<string>
}

export interface RenderRequest {
  path: string
  site: SiteName
  base: string
  tenant: TenantView
  hasDemos: boolean
  fetch: typeof fetch
}

/** What a URL leads to once its data is loaded; nothing is rendered yet. */
export type OpenedPage =
  /** Redirects to another path, below the tenant's base. */
  | { kind: 'redirect'; to: string }
  /** The API was too busy for the page's data. */
  | { kind: 'refused' }
  /** `missing`: there is no such page; all missing pages of a kind look the same. */
  | { kind: 'page' | 'missing'; status: number; render(): Promise<string> }

/** Rejects if `distDir` contains no complete build. */
export async function loadPages(distDir: string) {
  const clientDir = join(distDir, 'client')
  const build: PagesBuild = await import(join(distDir, 'server', 'entry-server.js'))
  return { clientDir, readPage: build.readPage, renderer: build.createRenderer(clientDir) }
}
