import type { PageBlock, TextSpan } from '@foyer/contract'
import { typographic } from '@foyer/domain'
import { Marked, type Token, type Tokens } from 'marked'
import { freeId, runsOf, textOf } from '../../markdown.ts'

/**
 * Parses a page's Markdown into blocks: headings, paragraphs, lists, strong, emphasis and links.
 * Everything else is reduced to the plain text it contains; HTML is shown as it was typed. Quotation
 * marks are those of print; the marks around a link's title are Markdown and are left alone.
 */
export function readMarkup(markdown: string): PageBlock[] {
  const ids = new Map<string, number>()
  // Line breaks within a paragraph come from an editor's wrapping: breaks: false.
  return new Marked({ gfm: true, breaks: false })
    .lexer(markdown)
    .flatMap((token) => blocksOf(token, ids))
}

/** A text that {@link readMarkup} cannot read, as it was typed: a paragraph for each part between empty lines. */
export const plainBlocks = (text: string): PageBlock[] =>
  text
    .split(/\n{2,}/)
    .flatMap((part) =>
      part.trim() === '' ? [] : [{ kind: 'paragraph', spans: [{ text: part.trim() }] }],
    )

/** The first words of a page, for places that show one line of it. */
export function summaryOf(blocks: readonly PageBlock[], maximum = 160): string {
  const first = blocks.find((block) => block.kind === 'paragraph')
  const text = first?.spans.map((span) => span.text).join('') ?? ''
  if (text.length <= maximum) return text
  return `${text.slice(0, text.lastIndexOf(' ', maximum - 1))}…`
}

function blocksOf(token: Token, ids: Map<string, number>): PageBlock[] {
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

/** One item, followed by the items of the lists inside it: a page has no nested lists. */
function itemsOf(item: Tokens.ListItem): TextSpan[][] {
  const own = item.tokens.filter((token) => !isList(token))
  const spans = own.flatMap((token, index) => [
    ...(index > 0 ? [{ text: ' ' }] : []),
    ...spansOf('tokens' in token && token.tokens ? token.tokens : [token]),
  ])
  return [spans, ...item.tokens.filter(isList).flatMap((list) => list.items.flatMap(itemsOf))]
}

/** A quotation may begin in one run and end in another, so the marks of all runs are set together. */
function spansOf(tokens: readonly Token[]): TextSpan[] {
  const runs = runsOf(tokens, { hrefOf: safeHref, marksCode: false, htmlBreak: null })
  const printed = typographic(textOf(runs))
  let end = 0
  return runs.map(({ code: _, text, ...span }) => {
    const begin = end
    end += text.length
    return { ...span, text: printed.slice(begin, end) }
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
