import { TEST_TEXTS } from '@foyer/domain'
import { html } from '../html.ts'
import type { ComputedResponse } from './cached-response.ts'
import type { SharedResponse } from './response-cache.ts'

/** Marks a page of a test shop: for its readers, also on paper, and for search engines. */
export function markPage<A extends ComputedResponse | SharedResponse>(answer: A): A {
  if ('sharedKey' in answer) {
    return { ...answer, compute: async () => markComputed(await answer.compute()) }
  }
  return { ...answer, ...markComputed(answer) }
}

const markComputed = (computed: ComputedResponse): ComputedResponse => ({
  ...computed,
  body: computed.body.replace(BEGINNING, (beginning) => beginning + BANNER),
  headers: [...(computed.headers ?? []), 'x-robots-tag', 'noindex'],
})

/** The link that skips to the content stays the first one. */
const BEGINNING = /<body[^>]*>(<a [^>]*class="skip-link"[^>]*>[^<]*<\/a>)?/

/** In the classes of the shop's own stylesheet; React leaves it where it is. */
const BANNER = html`<aside
  aria-label="Test shop"
  class="border-b border-edge bg-raised px-4 py-3 text-center text-sm"
  ><strong>Test shop.</strong> ${TEST_TEXTS.banner} ${TEST_TEXTS.card}</aside
>`.markup
