import { posix } from 'node:path'
import type { GuideBlock } from '@foyer/contract'
import { Marked, type Token, type Tokens } from 'marked'
import { freeId, type Run, runsOf, textOf } from '../../markdown.ts'

export interface GuideText {
  title: string
  /** The beginning of the first paragraph. */
  summary: string
  blocks: GuideBlock[]
}

export interface Picture {
  src: string
  width: number
  height: number
}

export interface ReadOptions {
  /** The file that is read, below the program's folder. */
  file: string
  /** The address of another document by its file; null if it is no guide. */
  addressOf(file: string): string | null
  /** A picture by its file; null if there is none. */
  pictureOf(file: string): Picture | null
}

const LONGEST_SUMMARY = 180

/**
 * Parses a document. HTML in it is shown as it was typed. A link to a file that is no guide, such as
 * source code, keeps its text and loses its address.
 */
export function readGuide(markdown: string, options: ReadOptions): GuideText {
  const folder = posix.dirname(options.file)
  const ids = new Map<string, number>()
  const hrefOf = (href: string): string | null => {
    if (/^(https?:|mailto:)/.test(href)) return href
    if (href.startsWith('#')) return href
    const [path = '', anchor] = href.split('#')
    const address = options.addressOf(posix.join(folder, path))
    return address && (anchor ? `${address}#${anchor}` : address)
  }
  const read = (tokens: readonly Token[]): Run[] =>
    runsOf(tokens, { hrefOf, marksCode: true, htmlBreak: '; ' })

  const itemsOf = (list: Tokens.List, depth: number): { depth: number; runs: Run[] }[] =>
    list.items.flatMap((item) => {
      const own = item.tokens.filter((token) => !isList(token) && !isSpace(token))
      const runs = own.flatMap((token, index) => [
        ...(index > 0 ? [{ text: ' ' }] : []),
        ...read(inside(token)),
      ])
      const inner = item.tokens.filter(isList).flatMap((each) => itemsOf(each, depth + 1))
      return [{ depth, runs }, ...inner]
    })

  const blocksOf = (token: Token): GuideBlock[] => {
    if (isSpace(token) || token.type === 'hr' || token.type === 'def') return []
    if (isHeading(token)) {
      const text = textOf(read(token.tokens))
      const level = token.depth <= 2 ? 2 : token.depth === 3 ? 3 : 4
      return [{ kind: 'heading', level, id: freeId(text, ids), text }]
    }
    if (isList(token)) {
      return [{ kind: 'list', isOrdered: token.ordered, items: itemsOf(token, 0) }]
    }
    if (isCode(token)) return [{ kind: 'code', text: token.text }]
    if (isTable(token)) {
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => read(tokens))
      return [{ kind: 'table', head: cells(token.header), rows: token.rows.map(cells) }]
    }
    if (isQuote(token))
      return [{ kind: 'quote', runs: token.tokens.flatMap((each) => read(inside(each))) }]
    const pictures = inside(token)
      .filter(isImage)
      .flatMap(({ href, text }): GuideBlock[] => {
        const picture = options.pictureOf(posix.join(folder, href))
        return picture ? [{ kind: 'picture', alt: text, ...picture }] : []
      })
    const runs = read(inside(token).filter((each) => !isImage(each)))
    return textOf(runs).trim() ? [{ kind: 'paragraph', runs }, ...pictures] : pictures
  }

  const tokens = new Marked({ gfm: true, breaks: false }).lexer(markdown)
  const first = tokens.find(isHeading)
  const blocks = tokens.filter((token) => token !== first).flatMap(blocksOf)
  return { title: first ? textOf(read(first.tokens)) : '', summary: summaryOf(blocks), blocks }
}

function summaryOf(blocks: readonly GuideBlock[]): string {
  const first = blocks.find((block) => block.kind === 'paragraph')
  const text = first ? textOf(first.runs) : ''
  if (text.length <= LONGEST_SUMMARY) return text
  const sentence = /^.{40,180}?[.:](?= )/.exec(text)?.[0]
  return sentence ?? `${text.slice(0, text.lastIndexOf(' ', LONGEST_SUMMARY))}…`
}

const inside = (token: Token): readonly Token[] =>
  'tokens' in token && token.tokens ? token.tokens : [token]

const isSpace = ({ type }: Token): boolean => type === 'space'
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isCode = (token: Token): token is Tokens.Code => token.type === 'code'
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote'
const isImage = (token: Token): token is Tokens.Image => token.type === 'image'
