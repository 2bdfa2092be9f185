import type { Face } from '../../../adapters/fonts/fonts.ts'
import { directionOf, type VisualRun, visualRuns } from '../../../adapters/fonts/visual-runs.ts'
import { runWidth, widthOf } from './measure.ts'

/** The style of a text; sizes are points. */
export interface TextStyle {
  face: Face
  size: number
  /** From baseline to baseline, as a multiple of the size. */
  leading?: number
  colour?: string
}

export interface TextBox {
  x: number
  /** Top of the first line. */
  y: number
  width: number
  /** If the text needs more lines, it ends in an ellipsis. */
  maxLines?: number
}

/**
 * Any array makes PDFKit shape the whole run at once. Arabic would be wrong if it were shaped word
 * by word.
 */
const SHAPED: PDFKit.Mixins.OpenTypeFeatures[] = []
const LEADING = 1.3
/** The distance from the top of a line to the top of its capitals, as a share of the size. */
const ASCENT = 0.98

/** Sets a text into a box, in any script; returns the height it took. */
export function setText(
  doc: PDFKit.PDFDocument,
  text: string,
  style: TextStyle,
  box: TextBox,
): number {
  const lines = breakLines(text, style, box)
  const direction = directionOf(text)
  const step = style.size * (style.leading ?? LEADING)
  lines.forEach((line, index) => {
    const y = box.y + index * step + style.size * ASCENT
    setLine(doc, visualRuns(line, style.face, direction), style, { x: box.x, y })
  })
  return lines.length * step
}

function setLine(
  doc: PDFKit.PDFDocument,
  runs: readonly VisualRun[],
  style: TextStyle,
  { x, y }: { x: number; y: number },
): void {
  let at = x
  for (const run of runs) {
    useFont(doc, run, style.size)
    doc.fillColor(style.colour ?? 'black')
    doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features: SHAPED })
    at += runWidth(run, style.size)
  }
}

function useFont(doc: PDFKit.PDFDocument, { slice }: VisualRun, size: number): void {
  doc.registerFont(slice.name, slice.font())
  doc.font(slice.name, size)
}

/** Pieces that must not be split: words, or single letters in scripts without spaces. */
const PIECES =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}\u30fc\u3001\u3002]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

/** Words that nothing separates, which a dictionary finds. */
const UNSPACED_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORDS = new Intl.Segmenter('th', { granularity: 'word' })
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const partsOf = (text: string, by: Intl.Segmenter): string[] =>
  [...by.segment(text)].map(({ segment }) => segment)

/** Splits a text into the lines that fit the width. */
export function breakLines(
  text: string,
  style: TextStyle,
  { width, maxLines = Number.POSITIVE_INFINITY }: Pick<TextBox, 'width' | 'maxLines'>,
): string[] {
  const pieces = [...text.trim().matchAll(PIECES)]
    .flatMap(([piece]) => (UNSPACED_WORDS.test(piece) ? partsOf(piece, WORDS) : [piece]))
    .flatMap((piece) => (widthOf(piece, style) <= width ? [piece] : partsOf(piece, GRAPHEMES)))
  const lines: string[] = []
  let line = ''
  // Widths are added piece by piece: measuring each prefix of a line would shape it again each
  // time.
  let used = 0
  for (const piece of pieces) {
    const isSpace = piece.trim() === ''
    const pieceWidth = widthOf(piece, style)
    if (used + pieceWidth > width && !isSpace) {
      lines.push(line.trim())
      line = ''
      used = 0
    }
    line += piece
    used += pieceWidth
  }
  lines.push(line.trim())
  if (lines.length <= maxLines) return lines
  const last = partsOf(lines[maxLines - 1] ?? '', GRAPHEMES)
  while (last.length > 0 && widthOf(`${last.join('')}…`, style) > width) last.pop()
  return [...lines.slice(0, maxLines - 1), `${last.join('').trimEnd()}…`]
}
