import type { IncomingMessage, ServerResponse } from 'node:http'
import { carts, type Refusal, refused, staffWho } from '@foyer/contract'
import { isSitePageSlug, UUID_PATTERN } from '@foyer/domain'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findPreview } from '../engine/organizer/previews.ts'
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
import type { SecurityHeaders } from './security.ts'

/** '/draft/<organizer>/<subject>' and the rest of a page's address; calls name the same in a header. */
const NAMED = /^\/?draft\/([a-z0-9-]{1,63})\/([0-9a-z-]{1,40})(?=[/?]|$)(.*)$/

const PREVIEW_ONLY = {
  event: refused(
    'preview_only',
    'This is a preview: nothing can be bought. Buyers can buy once the event is published.',
  ).refusal,
  setting: refused(
    'preview_only',
    'This is a preview of your shop: nothing can be bought or changed in it.',
  ).refusal,
} as const

interface DraftsOptions {
  resolver: TenantResolver
  forwarded: Forwarded
  headers: SecurityHeaders
  log: FastifyBaseLogger
}

/**
 * Shows an event that is not published to the team of its organizer, and settings that are not saved to
 * the session that types them, as buyers will see them: the whole shop, below an address of its own on
 * the main host. Each request has to prove with the cookie of the back office that its person may read
 * the catalogue or the settings, so the address is no secret and opens nothing. A preview reads and
 * quotes; everything else is refused. Called after all other listeners are set.
 */
export function openDrafts(
  app: FastifyInstance,
  context: Context,
  { resolver, forwarded, headers: security, log }: DraftsOptions,
): void {
  const resolveStaff = {
    event: staffResolver(staffWho('catalog.read'), context),
    setting: staffResolver(staffWho('settings.read'), context),
  }
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
      else refuse(request, response, refusal)
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
    const { subject } = draft
    const kind = subject.kind === 'event' ? 'event' : 'setting'
    const result = site?.isOnMainHost
      ? await resolveStaff[kind]({
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
      if (!isPage) return refuse(request, response, result.refusal)
      if (result.refusal.code !== 'not_signed_in') return refusePage(request, response)
      const [, , organizer = ''] = draft.base.split('/')
      // The sign-in leads on to the event or the setting, where its preview is opened again.
      const location = `/admin/o/${organizer}/${officeOf(draft)}`
      const ofHost = security.ofPages(headers.host)
      response.writeHead(307, { ...ofHost, location, 'cache-control': 'no-store' })
      return void response.end()
    }
    if (!isRead(method, url)) return refuse(request, response, PREVIEW_ONLY[kind])
    if (site && subject.kind !== 'event') {
      const { session } = result.value.principal
      const stored = subject.kind === 'look' ? 'look' : `page-${subject.slug}`
      subject.typed = await findPreview(context, site.tenant, {
        sessionId: session.id,
        subject: stored,
      })
    }
    response.once('close', () => {
      draft.isOpen = false
    })
    showDraft(draft, proceed)
  }

  function refuse({ headers }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    response.writeHead(STATUS_OF[refusal.code], [
      ...security.ofCalls(headers.host),
      ...['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'],
    ])
    response.end(JSON.stringify(errorBody(refusal)))
  }

  function refusePage({ headers }: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404, { ...security.ofPages(headers.host), ...unknownTenantPage.headers })
    response.end(unknownTenantPage.body)
  }
}

const isRead = (method: string, url: string): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && url === carts.previewQuote.path)

/** Where the office shows what a draft is of. */
function officeOf({ subject }: Draft): string {
  if (subject.kind === 'event') return `events/${subject.eventId}`
  return subject.kind === 'look' ? 'settings/look' : `settings/pages/${subject.slug}`
}

/**
 * The draft that a request names, in its path or (a call) in its header. The name is taken off, so that
 * the request goes on as one of the shop; null for any other request, which stays as it is.
 */
function takeDraft(request: IncomingMessage): Draft | null {
  const { url = '/', headers } = request
  if (url.startsWith('/draft/')) {
    const [, slug = '', name = '', rest = ''] = NAMED.exec(url) ?? []
    const draft = draftOf(slug, name)
    if (draft) request.url = `/${slug}${rest}`
    return draft
  }
  const named = headers['x-brand-path']
  if (typeof named !== 'string' || !named.startsWith('draft/')) return null
  const [, slug = '', name = '', rest] = NAMED.exec(named) ?? []
  const draft = rest === '' ? draftOf(slug, name) : null
  if (draft) headers['x-brand-path'] = slug
  return draft
}

/** The organizer that a request names as the owner of a draft; null for any other request. */
export function draftSlugOf({ url = '/', headers }: IncomingMessage): string | null {
  const named = url.startsWith('/draft/') ? url : headers['x-brand-path']
  return (typeof named === 'string' && NAMED.exec(named)?.[1]) || null
}

/** The draft of a name: the id of an event, 'look', or 'page-help'. */
function draftOf(slug: string, name: string): Draft | null {
  const subject = subjectOf(name)
  return subject && { subject, base: `/draft/${slug}/${name}`, isOpen: true }
}

function subjectOf(name: string): Draft['subject'] | null {
  if (name === 'look') return { kind: 'look', typed: null }
  if (UUID_PATTERN.test(name)) return { kind: 'event', eventId: name }
  const page = /^page-(.+)$/.exec(name)?.[1] ?? ''
  return isSitePageSlug(page) ? { kind: 'page', slug: page, typed: null } : null
}
