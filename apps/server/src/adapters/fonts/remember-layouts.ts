import type { Font, Glyph, GlyphRun } from 'fontkit'
import { BoundedMap } from '../../engine/bounded-map.ts'

/** Some 2 MB. The labels and terms of every ticket always fit. */
const MOST_CACHED = 4000
const ARABIC = /\p{Script=Arabic}/u
/** Keeps composed letters whole, so that they are copied correctly; ligatures must be split. */
const WHOLE_LETTERS = { ccmp: false }
const JOINER = 0x200d

/**
 * Wraps a font so that it shapes each text once: shaping takes a millisecond or more per line, and
 * all tickets of an order, and most texts of all tickets, are the same.
 */
export function rememberLayouts(font: Font): Font {
  const cache = new BoundedMap<string, GlyphRun>(MOST_CACHED)
  return Object.create(font, {
    layout: {
      value(text: string): GlyphRun {
        let run = cache.get(text)
        if (!run) {
          run = font.layout(text, ARABIC.test(text) ? undefined : WHOLE_LETTERS)
          cache.set(text, run)
        }
        // PDFKit scales the positions in place, so each caller gets a copy.
        const positions = run.positions.map((position) => ({ ...position }))
        return Object.create(run, {
          glyphs: { value: run.glyphs.map(named) },
          positions: { value: positions },
          advanceWidth: { value: run.advanceWidth },
        })
      },
    },
  })
}

/** A glyph for the dots of a letter has no character, and readers would invent one. */
const named = (glyph: Glyph): Glyph =>
  glyph.codePoints.length > 0 ? glyph : Object.create(glyph, { codePoints: { value: [JOINER] } })
