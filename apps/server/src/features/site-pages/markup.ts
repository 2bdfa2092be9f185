import type { PageBlock, TextSpan } from '@foyer/contract'
import { Marked, type Token, type Tokens } from 'marked'

/**
 * Parses a page's Markdown into blocks: headings, paragraphs, lists, strong, emphasis and links.
 * Everything else is reduced to the plain text it contains; HTML is shown as it was typed.
 */
export function readMarkup(markdown: string): PageBlock[] {
  const ids = new Set<string>()
  // Line breaks within a paragraph come from an editor's wrapping: breaks: false.
  return new Marked({ gfm: true, breaks: false })
    .lexer(markdown)
    .flatMap((token) => blocksOf(token, ids))
}

/** The first words of a page, for places that show one line of it. */
export function summaryOf(blocks: readonly PageBlock[], maximum = 160): string {
  const first = blocks.find((block) => block.kind === 'paragraph')
  const text = first?.spans.map((span) => span.text).join('') ?? ''
  if (text.length <= maximum) return text
  return `${text.slice(0, text.lastIndexOf(' ', maximum - 1))}…`
}

function blocksOf(token: Token, ids: Set<string>): PageBlock[] {
  const { type } = token
  if (type === 'space' || type === 'hr' || type === 'def') return []
  if (isHeading(token)) {
    const text = textOf(spansOf(token.tokens))
    // The page's title is its heading of level 1, so the text's headings start at 2.
    return [{ kind: 'heading', level: token.depth <= 2 ? 2 : 3, id: freeId(text, ids), text }]
  }
  if (isList(token)) {
    const items = token.items.flatMap((item) => itemsOf(item))
    return [{ kind: 'list', isOrdered: token.ordered, items }]
  }
  if (type === 'blockquote' && token.tokens) {
    return token.tokens.flatMap((inner) => blocksOf(inner, ids))
  }
  const spans = spansOf('tokens' in token && token.tokens ? token.tokens : [token])
  return textOf(spans).trim() ? [{ kind: 'paragraph', spans }] : []
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isLink = (token: Token): token is Tokens.Link => token.type === 'link'

/** One item, followed by the items of the lists inside it: a page has no nested lists. */
function itemsOf(item: Tokens.ListItem): TextSpan[][] {
  const own = item.tokens.filter((token) => !isList(token))
  const spans = own.flatMap((token, index) => [
    ...(index > 0 ? [{ text: ' ' }] : []),
    ...spansOf('tokens' in token && token.tokens ? token.tokens : [token]),
  ])
  return [spans, ...item.tokens.filter(isList).flatMap((list) => list.items.flatMap(itemsOf))]
}

type Dress = Omit<TextSpan, 'text'>

/** Merges runs of text with the same style. */
function spansOf(tokens: readonly Token[]): TextSpan[] {
  const runs: TextSpan[] = []
  for (const { text, ...dress } of flatSpans(tokens, {})) {
    const last = runs.at(-1)
    if (last && isSameDress(last, dress)) last.text += text
    else runs.push({ text, ...dress })
  }
  return runs
}

const isSameDress = (a: Dress, b: Dress) =>
  a.strong === b.strong && a.em === b.em && a.href === b.href

/** Flattens nested Markdown: each run gets all styles that apply to it. */
function flatSpans(tokens: readonly Token[], dress: Dress): TextSpan[] {
  return tokens.flatMap((token): TextSpan[] => {
    const inner = 'tokens' in token ? token.tokens : undefined
    if (token.type === 'strong' && inner) return flatSpans(inner, { ...dress, strong: true })
    if (token.type === 'em' && inner) return flatSpans(inner, { ...dress, em: true })
    if (isLink(token)) {
      const href = safeHref(token.href)
      return flatSpans(token.tokens, href ? { ...dress, href } : dress)
    }
    if (inner) return flatSpans(inner, dress)
    const text = token.type === 'br' ? ' ' : 'text' in token ? String(token.text) : token.raw
    return text ? [{ text: text.replace(/\s*\n\s*/g, ' '), ...dress }] : []
  })
}

/**
 * Returns the address if a link may lead there: another site, a mail, a telephone number, or a path
 * of this site; else null.
 */
function safeHref(href: string): string | null {
  if (/^\/(?![/\\])/.test(href)) return href
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href) ? href : null
}

const textOf = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join('')

function freeId(text: string, taken: Set<string>): string {
  const letters = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const slug = letters.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'section'
  let id = slug
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`
  taken.add(id)
  return id
}
