import { createRequire } from 'node:module'
import type makeBidi from 'bidi-js'
import { type Face, type FontSlice, fontRuns } from './fonts.ts'

/** A run of a line in one font and one direction. */
export interface VisualRun {
  text: string
  slice: FontSlice
}

// The package's types describe an ES module, but Node gets its CommonJS file.
const bidiFactory: typeof makeBidi.default = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()
/** Their letters are shaped in their logical order: the shaper reverses them itself. */
const FROM_THE_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Letters of right-to-left scripts, and the marks that change the direction. */
const TURNING =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202a-\u202e\u2066-\u2069]/u

/** Scripts whose letters change place or become one another's parts. */
const REORDERED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u

/** Whether what is drawn does not show what was written, so a file has to say it for screen readers. */
export const isRearranged = (line: string): boolean => isRightToLeft(line) || REORDERED.test(line)

/** Whether a line contains anything that is not read from left to right. */
const isRightToLeft = (line: string): boolean => TURNING.test(line)

/** The direction of a paragraph; 'auto' takes that of its first letter. */
export type Direction = 'ltr' | 'rtl' | 'auto'

/** Returns the direction of a text; all its lines have it. */
export const directionOf = (text: string): Direction =>
  isRightToLeft(text) && (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1
    ? 'rtl'
    : 'ltr'

/**
 * Splits a line into runs in visual order from left to right, by the Unicode bidirectional
 * algorithm, for any mix of scripts.
 */
export function visualRuns(line: string, face: Face, base: Direction = 'auto'): VisualRun[] {
  if (base !== 'rtl' && !isRightToLeft(line)) return fontRuns(line, face)
  const { levels } = bidi.getEmbeddingLevels(line, base)
  const stretches: { text: string; level: number }[] = []
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0
    const last = stretches.at(-1)
    if (last && last.level === level) last.text += line.charAt(at)
    else stretches.push({ text: line.charAt(at), level })
  }
  const runs = stretches.flatMap(({ text, level }) =>
    fontRuns(text, face).map((run) => ({ ...run, level })),
  )
  return reordered(runs).map(({ text, slice, level }) => ({
    slice,
    text: level % 2 === 1 && !FROM_THE_RIGHT.test(text) ? mirrored(text) : text,
  }))
}

/**
 * Rule L2: from the highest level down to the lowest odd one, each sequence at that level or above
 * is reversed.
 */
function reordered<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const line = [...runs]
  const highest = Math.max(0, ...line.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    let start = 0
    while (start < line.length) {
      let end = start
      while ((line[end]?.level ?? -1) >= level) end += 1
      if (end > start) line.splice(start, end - start, ...line.slice(start, end).reverse())
      start = end + 1
    }
  }
  return line
}

const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
