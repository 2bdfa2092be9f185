import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { rememberLayouts } from './remember-layouts.ts'
import { unpackWoff } from './unpack-woff.ts'

/** The typefaces of files: names and figures use `display`, all other text the others. */
export type Face = 'display' | 'text' | 'strong'

/** One font file of a face; it is loaded when a character in its ranges is first needed. */
export interface FontSlice {
  name: string
  font(): Font
  /** Null if the ranges are known only after loading the font. */
  ranges: readonly (readonly [from: number, to: number])[] | null
}

const require = createRequire(import.meta.url)

function fontsource(family: string, weight: number, subset: string, ranges?: string): FontSlice {
  let loaded: Font | undefined
  const name = `${family}-${subset}-${weight}`
  return {
    name,
    font() {
      loaded ??= read(require.resolve(`@fontsource/${family}/files/${name}-normal.woff`))
      return loaded
    },
    ranges: ranges ? readRanges(ranges) : null,
  }
}

/**
 * Lists every file of a family, from the family's own table: {"latin": "U+0000-00FF,U+0131", "[7]":
 * …}
 */
function slicesOf(family: string, weight: number): FontSlice[] {
  const table: Record<string, string> = require(`@fontsource/${family}/unicode.json`)
  return Object.entries(table).map(([subset, ranges]) =>
    fontsource(family, weight, subset.replace(/[[\]]/g, ''), ranges),
  )
}

const readRanges = (ranges: string) =>
  ranges.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })

function read(file: string): Font {
  const font = create(unpackWoff(readFileSync(file)))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  return rememberLayouts(font)
}

/** Common scripts come first, so that a Japanese name needs few files. */
const notoOf = (weight: number): FontSlice[] => [
  ...slicesOf('noto-sans', weight),
  ...slicesOf('noto-sans-arabic', weight),
  fontsource('noto-sans-jp', weight, 'japanese'),
  ...slicesOf('noto-sans-jp', weight),
]

const BOLD = notoOf(700)
const FACES: Record<Face, readonly FontSlice[]> = {
  display: [...slicesOf('bricolage-grotesque', 700), ...BOLD],
  text: notoOf(400),
  strong: BOLD,
}

/**
 * Splits a text into runs that can each be set in one font file. A run continues while its font has
 * the characters, so that a name is not split at a space or a full stop. A character that no font
 * has is set in the face's first font, as the box for a missing glyph.
 */
export function fontRuns(text: string, face: Face): { text: string; slice: FontSlice }[] {
  const runs: { text: string; slice: FontSlice }[] = []
  for (const { segment } of GRAPHEMES.segment(text)) {
    const last = runs.at(-1)
    if (last && covers(last.slice, segment)) last.text += segment
    else runs.push({ text: segment, slice: sliceFor(segment, face) })
  }
  return runs
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

function sliceFor(grapheme: string, face: Face): FontSlice {
  const slices = FACES[face]
  const slice = slices.find((candidate) => covers(candidate, grapheme)) ?? slices.find(isLatin)
  if (!slice) throw new Error(`The face ${face} has no font`)
  return slice
}

const isLatin = ({ name }: FontSlice): boolean => name.includes('-latin-')

const covers = ({ ranges, font }: FontSlice, grapheme: string): boolean =>
  [...grapheme].every((character) => {
    const code = character.codePointAt(0) ?? 0
    const isListed = ranges === null || ranges.some(([from, to]) => code >= from && code <= to)
    return isListed && font().hasGlyphForCodePoint(code)
  })
