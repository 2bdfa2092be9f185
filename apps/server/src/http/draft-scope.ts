import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@foyer/db'
import { newId } from '../adapters/ids.ts'
import { html } from '../html.ts'
import type { ComputedResponse } from './cached-response.ts'
import type { CacheAddress, CachePolicy, ResponseCache, SharedResponse } from './response-cache.ts'

/** The event that a request shows as if it were published, to its team alone. */
export interface Draft {
  eventId: string
  /** Where the shop's pages are while the event is shown: '/draft/<organizer>/<event>'. */
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

/** Answers a request with the draft visible. */
export const showDraft = (draft: Draft, answer: () => void): void => drafts.run(draft, answer)

const NEVER_STORED = Symbol('never stored')

/**
 * A database whose tenant's transactions publish the draft first, and are always rolled back. So a
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
      await tx
        .updateTable('events')
        .set({ is_published: true })
        .where('id', '=', draft.eventId)
        .where('is_published', '=', false)
        .execute()
      resolve(await work(tx))
      throw NEVER_STORED
    })
    await transaction.catch((error: unknown) => {
      if (error !== NEVER_STORED) throw error
    })
    return promise
  },
})

/** A cache that neither stores what a preview shows nor shows it what others have stored. */
export function withoutDrafts(cache: ResponseCache): ResponseCache {
  const find: ResponseCache['find'] = (address, headers, keeping, compute) => {
    const draft = currentDraft()
    if (!draft) return cache.find(address, headers, keeping, compute)
    return cache.find(OWN(), headers, ONCE, async () => unstored(await compute(), draft))
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
): Promise<ComputedResponse> {
  const computed = 'sharedKey' in answer ? await answer.compute() : answer
  return {
    ...computed,
    body: computed.contentType?.startsWith('text/html')
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
function bannerOf({ base, eventId }: Draft): string {
  const organizer = base.split('/')[2] ?? ''
  return html`<aside
    aria-label="Preview"
    data-print="hide"
    class="border-b border-edge bg-raised px-4 py-3 text-center text-sm"
    ><strong>Preview.</strong> This event is not published: only its team sees this page, and nothing can
    be bought. <a class="link" href="/admin/o/${organizer}/events/${eventId}">Back to the office</a></aside
  >`.markup
}
