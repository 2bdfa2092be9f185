import type { IncomingMessage, ServerResponse } from 'node:http'
import { carts, type Refusal, refused, staffWho } from '@foyer/contract'
import { UUID_PATTERN } from '@foyer/domain'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { networkOf } from '../limits/network.ts'
import { ApiRequest } from './api-request.ts'
import { type Draft, showDraft } from './draft-scope.ts'
import { errorBody, STATUS_OF } from './errors.ts'
import type { Forwarded } from './forwarded.ts'
import { unknownTenantPage } from './plain-page.ts'
import { staffResolver } from './principals/staff.ts'
import { refusalOf } from './refusal-of-error.ts'
import { NOT_FOUND } from './refusals.ts'
import type { TenantResolver } from './resolve-tenant.ts'

/** '/draft/<organizer>/<event>' and the rest of a page's address. */
const PAGE = /^\/draft\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})(?=[/?]|$)(.*)$/
const CALL = /^draft\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})$/

const PREVIEW_ONLY = refused(
  'preview_only',
  'This is a preview: nothing can be bought. Buyers can buy once the event is published.',
).refusal

interface DraftsOptions {
  resolver: TenantResolver
  forwarded: Forwarded
  log: FastifyBaseLogger
}

/**
 * Shows an event that is not published to the team of its organizer, as buyers will see it: the whole
 * shop, below an address of its own on the main host. Each request has to prove with the cookie of the
 * back office that its person may read the catalogue, so the address is no secret and opens nothing. A
 * preview reads and quotes; everything else is refused. Called after all other listeners are set.
 */
export function openDrafts(
  app: FastifyInstance,
  context: Context,
  { resolver, forwarded, log }: DraftsOptions,
): void {
  const resolveStaff = staffResolver(staffWho('catalog.read'), context)
  const others = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const proceed = () => {
      for (const answer of others) answer.call(app.server, request, response)
    }
    const draft = takeDraft(request)
    if (!draft) return proceed()
    open(request, response, draft, proceed).catch((error: unknown) => {
      const refusal = refusalOf(error, { id: '', log }, '/draft')
      if (response.headersSent) response.destroy()
      else refuse(response, refusal)
    })
  })

  async function open(
    request: IncomingMessage,
    response: ServerResponse,
    draft: Draft,
    proceed: () => void,
  ): Promise<void> {
    const { url = '/', headers, method = 'GET' } = request
    const isPage = !url.startsWith('/api/')
    resolver.rewriteUrl(request)
    const site = resolver.resolve(request)
    const result = site?.isOnMainHost
      ? await resolveStaff({
          request: new ApiRequest(
            {
              ...{ method, url, headers, tenant: site.tenant, tenantBase: '', isOnMainHost: true },
              network: networkOf(forwarded.addressOf(request)),
              isHttps: forwarded.isHttps,
            },
            log,
          ),
        })
      : NOT_FOUND
    if (!result.ok) {
      if (!isPage) return refuse(response, result.refusal)
      if (result.refusal.code !== 'not_signed_in') return refusePage(response)
      const [, , organizer = ''] = draft.base.split('/')
      // The sign-in leads on to the event, where its preview is opened again.
      const location = `/admin/o/${organizer}/events/${draft.eventId}`
      response.writeHead(307, { location, 'cache-control': 'no-store' })
      return void response.end()
    }
    if (!isRead(method, url)) return refuse(response, PREVIEW_ONLY)
    response.once('close', () => {
      draft.isOpen = false
    })
    showDraft(draft, proceed)
  }
}

const isRead = (method: string, url: string): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && url === carts.previewQuote.path)

/**
 * The draft that a request names, in its path or (a call) in its header. The name is taken off, so that
 * the request goes on as one of the shop; null for any other request, which stays as it is.
 */
function takeDraft(request: IncomingMessage): Draft | null {
  const { url = '/', headers } = request
  if (url.startsWith('/draft/')) {
    const [, slug = '', eventId = '', rest = ''] = PAGE.exec(url) ?? []
    if (!UUID_PATTERN.test(eventId)) return null
    request.url = `/${slug}${rest}`
    return { eventId, base: `/draft/${slug}/${eventId}`, isOpen: true }
  }
  const named = headers['x-brand-path']
  if (typeof named !== 'string' || !named.startsWith('draft/')) return null
  const [, slug = '', eventId = ''] = CALL.exec(named) ?? []
  if (!UUID_PATTERN.test(eventId)) return null
  headers['x-brand-path'] = slug
  return { eventId, base: `/draft/${slug}/${eventId}`, isOpen: true }
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(STATUS_OF[refusal.code], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(errorBody(refusal)))
}

function refusePage(response: ServerResponse): void {
  response.writeHead(404, unknownTenantPage.headers)
  response.end(unknownTenantPage.body)
}
