import type { Font, Glyph, GlyphRun } from 'fontkit'
import { BoundedMap } from '../../../engine/bounded-map.ts'

/** Some 2 MB; the labels and terms of every ticket are among them at all times. */
const MOST_KEPT = 4000
const ARABIC = /\p{Script=Arabic}/u
/** Letters stay whole, so that they copy as what they are; joined ones must come apart. */
const WHOLE_LETTERS = { ccmp: false }
const JOINER = 0x200d

/**
 * The same font, which shapes each text once: shaping takes a millisecond and more a line, and all
 * tickets of an order, and most words of all tickets, are the same.
 */
export function rememberLayouts(font: Font): Font {
  const kept = new BoundedMap<string, GlyphRun>(MOST_KEPT)
  return Object.create(font, {
    layout: {
      value(text: string): GlyphRun {
        let run = kept.get(text)
        if (!run) {
          run = font.layout(text, ARABIC.test(text) ? undefined : WHOLE_LETTERS)
          kept.set(text, run)
        }
        // PDFKit scales the positions in place.
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

/** The dots of a letter are no character; without one, readers would make some up. */
const named = (glyph: Glyph): Glyph =>
  glyph.codePoints.length > 0 ? glyph : Object.create(glyph, { codePoints: { value: [JOINER] } })
