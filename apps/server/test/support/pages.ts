import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantView } from '@foyer/contract'
import { startTestServer, type TestServer } from '@foyer/testkit'
import type { OpenedPage, SiteName } from '../../src/features/pages/pages-build.ts'

/** Pages that a test provides in place of the storefront's build. */
export interface TestPages {
  server: TestServer
  /** The paths that were opened and rendered, in order. */
  opened: string[]
  rendered: string[]
  shells: string[]
  /** What the pages that were opened know of their tenant, in order. */
  tenants: TenantView[]
  /** Lets the pages below /slow/ finish. */
  release(): void
  close(): Promise<void>
}

/**
 * A build as the server sees it. '/page/…' is a page, '/slow/…' is one that waits, '/missing/…' is
 * not found, '/moved/…' redirects to '/page/…', '/refused/…' has no data, '/mine/…' is personal. Pages
 * read only `read` of their query; 'read=nonsense' is malformed. A page of the platform names it.
 */
const BUILD = `
export function readPage(address) {
  const { pathname, searchParams } = new URL(address, 'http://x')
  const read = searchParams.get('read')
  searchParams.delete('read')
  const rest = String(searchParams)
  const kind = pathname.split('/')[1]
  return {
    to: pathname + (read && read !== 'nonsense' ? '?read=' + read : ''),
    rest,
    redirect: read === 'nonsense' ? pathname + (rest ? '?' + rest : '') : null,
    kind,
    isPersonal: kind === 'mine',
  }
}
export const createRenderer = (clientDir) => globalThis.playedPages.get(clientDir)
`

type Parts = Pick<TestPages, 'opened' | 'rendered' | 'shells' | 'tenants'> & {
  released: Promise<void>
}

function rendererOf({ opened, rendered, shells, tenants, released }: Parts) {
  async function open({
    path,
    site,
    tenant,
  }: {
    path: string
    site: SiteName
    tenant: TenantView
  }): Promise<OpenedPage> {
    opened.push(path)
    tenants.push(tenant)
    const [, kind = ''] = path.split('/')
    if (kind === 'slow') await released
    if (kind === 'moved') return { kind: 'redirect', to: path.replace('moved', 'page') }
    if (kind === 'refused') return { kind: 'refused' }
    const render = async () => {
      rendered.push(path)
      const shown = kind === 'missing' ? kind : path
      return `<!DOCTYPE html>${site === 'platform' ? 'platform: ' : ''}${shown}`
    }
    const isMissing = kind === 'missing'
    return { kind: isMissing ? 'missing' : 'page', status: isMissing ? 404 : 200, render }
  }
  async function shell({ path }: { path: string }): Promise<string> {
    shells.push(path)
    return '<!DOCTYPE html>shell'
  }
  return { open, shell }
}

const builds = new Map<string, ReturnType<typeof rendererOf>>()
Object.assign(globalThis, { playedPages: builds })

/** A server with such pages. */
export async function startWithPages(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestPages> {
  const distDir = await mkdtemp(join(tmpdir(), 'foyer-test-pages-'))
  await mkdir(join(distDir, 'client', 'assets'), { recursive: true })
  await mkdir(join(distDir, 'server'))
  await writeFile(join(distDir, 'package.json'), '{ "type": "module" }')
  await writeFile(join(distDir, 'server', 'entry-server.js'), BUILD)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const seen = { opened: [], rendered: [], shells: [], tenants: [], released }
  builds.set(join(distDir, 'client'), rendererOf(seen))
  const server = await startTestServer({ jobs: false, pagesDir: distDir, ...options })
  return {
    ...seen,
    server,
    release,
    async close() {
      release()
      await server.close()
      await rm(distDir, { recursive: true, force: true })
    },
  }
}
