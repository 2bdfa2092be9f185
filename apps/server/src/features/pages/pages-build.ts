import { join } from 'node:path'
import type { TenantView } from '@foyer/contract'

/** What the pages' build exports; the server knows nothing else of it. */
export interface PagesBuild {
  /** Pure: reads an address by the route table, without loading or rendering anything. */
  readPage(address: string): PageAddress
  createRenderer(clientDir: string): Renderer
}

export interface PageAddress {
  /** All that the page depends on, in one spelling and below the tenant's base. */
  to: string
  /** The rest of the query, which no page reads. Redirects carry it along. */
  rest: string
  /** Where the address leads if part of it does not read; null where it is well-formed. */
  redirect: string | null
  /** Which kind of page it is; there are some dozens. */
  kind: string
  isPersonal: boolean
}

export interface Renderer {
  open(request: RenderRequest): Promise<OpenedPage>
  /** The document without its content: the browser loads the page's data and shows it by itself. */
  shell(request: RenderRequest): Promise<string>
}

export interface RenderRequest {
  path: string
  base: string
  tenant: TenantView
  hasDemos: boolean
  fetch: typeof fetch
}

/** What an address comes to once its data is there; nothing is rendered yet. */
export type OpenedPage =
  /** Leads to another path, below the tenant's base. */
  | { kind: 'redirect'; to: string }
  /** The API was too busy for the page's data. */
  | { kind: 'refused' }
  /** `missing`: there is no such page, and all of the same kind look alike. */
  | { kind: 'page' | 'missing'; status: number; render(): Promise<string> }

/** Rejects where `distDir` holds no complete build. */
export async function loadPages(distDir: string) {
  const clientDir = join(distDir, 'client')
  const build: PagesBuild = await import(join(distDir, 'server', 'entry-server.js'))
  return { clientDir, readPage: build.readPage, renderer: build.createRenderer(clientDir) }
}
