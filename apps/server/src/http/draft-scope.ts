import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Database, TenantTx } from '@foyer/db'
import { newId } from '../adapters/ids.ts'
import { html } from '../html.ts'
import type { ComputedResponse } from './cached-response.ts'
import type { CacheAddress, CachePolicy, ResponseCache, SharedResponse } from './response-cache.ts'

/** What a request shows to the team alone. */
type DraftSubject =
  /** An event as if it were published. */
  | { kind: 'event'; eventId: string }
  /** A setting as it is typed: the look, or the page of this slug. Nothing is typed once it has ended. */
  | { kind: 'look'; typed: unknown }
  | { kind: 'page'; slug: string; typed: unknown }

/** The preview that a request belongs to. */
export interface Draft {
  subject: DraftSubject
  /** Where the shop's pages are in the preview: '/draft/<organizer>/<event>'. */
  base: string
  /** False once the request is answered: what it has started in the background is nobody's preview. */
  isOpen: boolean
}

const drafts = new AsyncLocalStorage<Draft>()

/** The draft of the request that is being answered; null for all others. */
export function currentDraft(): Draft | null {
  const draft = drafts.getStore()
  return draft?.isOpen ? draft : null
}

/** What the person of this request has typed into the settings of the look or of a page; else undefined. */
export function typedSetting(kind: 'look' | 'page', slug?: string): unknown {
  const subject = currentDraft()?.subject
  if (subject?.kind !== kind) return undefined
  return subject.kind === 'page' && subject.slug !== slug ? undefined : subject.typed
}

/** Answers a request with the draft visible. */
export const showDraft = (draft: Draft, answer: () => void): void => drafts.run(draft, answer)

const NEVER_STORED = Symbol('never stored')

/**
 * A database whose tenant's transactions publish an event that is a draft first, and are always rolled back. So a
 * preview runs the statements of a buyer's page as they are, and nothing of it is ever committed: no
 * read needs a second way to decide what is published. Lanes, jobs and long work know no drafts.
 */
export const withDrafts = (db: Database): Database => ({
  ...db,
  async withTenant(tenantId, work) {
    const draft = currentDraft()
    if (!draft) return db.withTenant(tenantId, work)
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>()
    const transaction = db.withTenant(tenantId, async (tx) => {
      if (draft.subject.kind === 'event') await publish(tx, draft.subject.eventId)
      resolve(await work(tx))
      throw NEVER_STORED
    })
    await transaction.catch((error: unknown) => {
      if (error !== NEVER_STORED) throw error
    })
    return promise
  },
})

const publish = (tx: TenantTx, eventId: string) =>
  tx
    .updateTable('events')
    .set({ is_published: true })
    .where('id', '=', eventId)
    .where('is_published', '=', false)
    .execute()

/** A cache that neither stores what a preview shows nor shows it what others have stored. */
export function withoutDrafts(cache: ResponseCache): ResponseCache {
  const find: ResponseCache['find'] = (address, headers, keeping, compute) => {
    const draft = currentDraft()
    if (!draft) return cache.find(address, headers, keeping, compute)
    return cache.find(OWN(), headers, ONCE, async (since) =>
      unstored(await compute(since), draft, headers),
    )
  }
  return {
    ...cache,
    find,
    send: async (request, to, address, keeping, compute) =>
      cache.reply(request, to, await find(address, request.headers, keeping, compute)),
  }
}

const OWN = (): CacheAddress => ({ key: `draft ${newId()}`, isCanonical: () => false })
const ONCE: CachePolicy = { seconds: 0 }

async function unstored(
  answer: ComputedResponse | SharedResponse,
  draft: Draft,
  headers: IncomingHttpHeaders,
): Promise<ComputedResponse> {
  const computed = 'sharedKey' in answer ? await answer.compute() : answer
  // The office says beside its frame what is in it.
  const isFramed = headers['sec-fetch-dest'] === 'iframe'
  return {
    ...computed,
    body:
      computed.contentType?.startsWith('text/html') && !isFramed
        ? computed.body.replace(BEGINNING, (beginning) => beginning + bannerOf(draft))
        : computed.body,
    cacheControl: 'no-store',
    headers: [...(computed.headers ?? []), 'x-robots-tag', 'noindex'],
    isCached: false,
  }
}

/** The link that skips to the content stays the first one. */
const BEGINNING = /<body[^>]*>(<a [^>]*class="skip-link"[^>]*>[^<]*<\/a>)?/

/** Above the page, in the classes of the shop's own stylesheet; React leaves it where it is. */
function bannerOf({ base, subject }: Draft): string {
  const organizer = `/admin/o/${base.split('/')[2] ?? ''}`
  const [text, office] =
    subject.kind === 'event'
      ? ['This event is not published: only its team sees this page', `/events/${subject.eventId}`]
      : ['This is not saved: only you see it', '/settings']
  return html`<aside
    aria-label="Preview"
    data-print="hide"
    class="border-b border-edge bg-raised px-4 py-3 text-center text-sm"
    ><strong>Preview.</strong> ${text}, and nothing can be bought.
    <a class="link" href="${organizer}${office}">Back to the office</a></aside
  >`.markup
}
