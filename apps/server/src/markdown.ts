import type { GuideRun } from '@foyer/contract'
import type { Token, Tokens } from 'marked'

/** What the texts of organizers and the documentation share: Markdown as runs of text. */

export type Run = GuideRun

type Dress = Omit<Run, 'text'>

export interface RunOptions {
  /** Where a link may lead; null if its text is shown without one. */
  hrefOf(href: string): string | null
  /** Whether code has a kind of its own; otherwise it is read as text. */
  marksCode: boolean
  /** Replaces `<br>`, the only HTML that tables need; null if it is shown as it was typed. */
  htmlBreak: string | null
}

/** Flattens nested Markdown: each run gets all styles that apply to it. Equal neighbours are merged. */
export function runsOf(tokens: readonly Token[], options: RunOptions): Run[] {
  const runs: Run[] = []
  for (const { text, ...dress } of flatRuns(tokens, {}, options)) {
    const last = runs.at(-1)
    if (last && isSameDress(last, dress)) last.text += text
    else runs.push({ text, ...dress })
  }
  return runs
}

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/**
 * An id for a heading, of its letters and digits, that is not in `taken` yet. Adds it, with the last number
 * that was given to headings of this text, so that thousands of the same are numbered at once.
 */
export function freeId(text: string, taken: Map<string, number>): string {
  const letters = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const slug = letters.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'section'
  let id = slug
  let count = taken.get(slug) ?? 0
  while (taken.has(id)) {
    count += 1
    id = `${slug}-${count + 1}`
  }
  taken.set(slug, count)
  taken.set(id, taken.get(id) ?? 0)
  return id
}

const isSameDress = (a: Dress, b: Dress) =>
  a.strong === b.strong && a.em === b.em && a.code === b.code && a.href === b.href

const isLink = (token: Token): token is Tokens.Link => token.type === 'link'

function flatRuns(tokens: readonly Token[], dress: Dress, options: RunOptions): Run[] {
  return tokens.flatMap((token): Run[] => {
    const inner = 'tokens' in token ? token.tokens : undefined
    if (token.type === 'strong' && inner)
      return flatRuns(inner, { ...dress, strong: true }, options)
    if (token.type === 'em' && inner) return flatRuns(inner, { ...dress, em: true }, options)
    if (token.type === 'codespan' && options.marksCode) {
      return [{ text: String(token.text), ...dress, code: true }]
    }
    if (options.htmlBreak !== null && /^<br\s*\/?>$/.test(token.raw)) {
      return [{ text: options.htmlBreak, ...dress }]
    }
    if (isLink(token)) {
      const href = options.hrefOf(token.href)
      return flatRuns(token.tokens, href ? { ...dress, href } : dress, options)
    }
    if (inner) return flatRuns(inner, dress, options)
    const text = token.type === 'br' ? ' ' : 'text' in token ? String(token.text) : token.raw
    return text
      ? [{ text: text.replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap)), ...dress }]
      : []
  })
}
