import {
  EVENT_CATEGORIES,
  PICTURE_FORMATS,
  type PictureFormat,
  type PosterDates,
} from '@foyer/domain'
import { describe, expect, it } from 'vitest'
import { drawPoster, type PosterInput } from './draw-poster.ts'

const SHEETS: PictureFormat[] = ['poster', 'wide', 'thumb', 'social']
const MOST_BYTES = 12_000

const event: PosterInput = {
  id: 'evt_7',
  name: 'Late Light Orchestra',
  category: 'music',
  dates: { kind: 'days', days: ['2026-09-24'] },
  locale: 'en-US',
  today: '2026-09-01',
  venue: 'The Great Hall',
  city: 'Boston',
  brandHue: 75,
}

/**
 * Checks what XML 1.0 requires of such a document: one root, tags that nest, quoted attributes
 * without duplicates, no stray markup or entity in text. Returns what is wrong, or null.
 */
const flaw = (xml: string): string | null => {
  const open: string[] = []
  let roots = 0
  let at = 0
  const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/y
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at)
      const text = xml.slice(at, end < 0 ? undefined : end)
      if (open.length === 0) return `text outside the root: ${text}`
      if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) return `bad entity: ${text}`
      at += text.length
      continue
    }
    tag.lastIndex = at
    const [whole, closing, name = '', attributes = '', empty] = tag.exec(xml) ?? []
    if (whole === undefined) return `not a tag: ${xml.slice(at, at + 60)}`
    at += whole.length
    if (closing) {
      if (open.pop() !== name) return `</${name}> closes nothing`
      continue
    }
    const names = [...attributes.matchAll(/ ([a-zA-Z:-]+)=/g)].map(([, key]) => key)
    if (new Set(names).size < names.length) return `attribute twice: ${whole}`
    if (/NaN|Infinity|undefined|null/.test(attributes)) return `not a number: ${whole}`
    if (open.length === 0) roots++
    if (!empty) open.push(name)
  }
  return roots === 1 && open.length === 0 ? null : `${roots} roots, open: ${open}`
}

const everyPoster = (change: Partial<PosterInput> = {}): [label: string, svg: string][] =>
  EVENT_CATEGORIES.flatMap((category) =>
    SHEETS.map((format): [string, string] => [
      `${category} ${format}`,
      drawPoster({ ...event, category, format, ...change }),
    ]),
  )

describe('every category and format', () => {
  it.each(everyPoster())('draws %s as well-formed XML within bounds', (label, drawn) => {
    expect(flaw(drawn)).toBeNull()
    expect(new TextEncoder().encode(drawn).length).toBeLessThan(MOST_BYTES)
    const format = SHEETS.find((name) => label.endsWith(name)) ?? 'poster'
    const { width, height } = PICTURE_FORMATS[format]
    expect(drawn).toContain(`viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`)
    expect(drawn).toContain('role="img"><title>Late Light Orchestra</title>')
  })

  it('stays well-formed for many variations and hues', () => {
    for (let seed = 0; seed < 40; seed++) {
      for (const [label, drawn] of everyPoster({ id: `seed ${seed}`, brandHue: seed * 9 })) {
        expect(flaw(drawn), `${label}, seed ${seed}`).toBeNull()
      }
    }
  })

  it('needs no external file and writes colours as hex', () => {
    for (const [label, drawn] of everyPoster()) {
      expect(drawn.replace('http://www.w3.org/2000/svg', ''), label).not.toMatch(
        /https?:|href|@import|<style|<script|<image|oklch|data:/,
      )
      const paints = [...drawn.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, paint]) => paint)
      expect(
        paints.filter((paint) => !/^(#[0-9a-f]{6}|none)$/.test(paint ?? '')),
        label,
      ).toEqual([])
    }
  })
})

describe('the picture of an event', () => {
  it('is always the same for the same event', () => {
    expect(everyPoster()).toEqual(everyPoster())
  })

  it.each(EVENT_CATEGORIES)('differs between two events of category %s', (category) => {
    const drawings = ['a', 'b', 'c', 'd', 'e'].map((id) => drawPoster({ ...event, category, id }))
    expect(new Set(drawings).size).toBe(5)
  })

  it.each(EVENT_CATEGORIES)('has one of several arts within category %s', (category) => {
    const art = (id: string) =>
      drawPoster({ ...event, category, id, format: 'wide' }).replace(/[\d.#]+|[0-9a-f]{6}/g, '')
    const shapes = new Set(
      Array.from({ length: 40 }, (_, seed) => art(`seed ${seed}`).slice(0, 600)),
    )
    expect(shapes.size).toBeGreaterThan(3)
  })

  it('is the same art when the event is renamed', () => {
    const draw = (name: string) => drawPoster({ ...event, name, format: 'wide' })
    expect(draw('Early Light Orchestra')).toBe(
      draw('Late Light Orchestra').replace('Late Light', 'Early Light'),
    )
  })

  it('changes only its colours with the tenant', () => {
    const shapesOf = (drawn: string) => drawn.replace(/#[0-9a-f]{6}/g, '')
    const seaGreen = drawPoster({ ...event, brandHue: 170 })
    expect(seaGreen).not.toBe(drawPoster(event))
    expect(shapesOf(seaGreen)).toBe(shapesOf(drawPoster(event)))
  })

  it('carries name and date on the sheets that are shown without them beside it', () => {
    const other = { name: 'Early Dark', dates: { kind: 'none' } } as const
    const untitled = (drawn: string) => drawn.replace(/<title>.*?<\/title>/, '')
    const changes = (format: PictureFormat) =>
      untitled(drawPoster({ ...event, format })) !==
      untitled(drawPoster({ ...event, format, ...other }))
    expect(SHEETS.filter(changes)).toEqual(['poster', 'social'])
  })
})

describe('texts that people entered', () => {
  const hostile = `<script>alert("x")</script> & 'quotes' ]]> 🎉 \u0000\u001f\ud800`

  it.each(SHEETS)('are escaped on the %s', (format) => {
    const drawn = drawPoster({
      ...event,
      format,
      name: hostile,
      venue: hostile,
      city: '"><g onload="x"',
    })
    expect(flaw(drawn)).toBeNull()
    expect(drawn).not.toContain('<script')
    expect(drawn).not.toContain('onload="')
    expect(drawn).toContain(
      '<title>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quotes&#39; ]]&gt; 🎉 </title>',
    )
  })

  it('are set in our own letters on the social card, without a font file', () => {
    expect(drawPoster({ ...event, format: 'social' })).not.toContain('<text')
    expect(
      drawPoster({ ...event, format: 'social', name: '🎉 Größe, Çelik & Œuvre 🎉' }),
    ).not.toContain('<text')
  })

  it.each(['Лебединое озеро', '夜の庭', 'مهرجان الموسيقى'])(
    'are drawn in the outlines of a font where our letters lack them: %s',
    (name) => {
      for (const format of ['poster', 'social'] as const) {
        const drawn = drawPoster({ ...event, format, name })
        expect(flaw(drawn)).toBeNull()
        expect(drawn).not.toContain('<text')
        expect(drawn.match(/transform="matrix/g)?.length).toBeGreaterThan(2)
      }
    },
  )

  it.each<[string, PosterDates]>([
    ['no date', { kind: 'none' }],
    ['a run', { kind: 'range', first: '2026-09-24', last: '2027-01-03' }],
    ['a series', { kind: 'weekly', first: '2026-09-24', last: '2026-12-10' }],
  ])('are drawn with %s', (_case, dates) => {
    for (const [label, drawn] of everyPoster({ dates, name: '', venue: '', city: '' })) {
      expect(flaw(drawn), label).toBeNull()
    }
  })

  it('stay within the size bound even when they are long', () => {
    const long = 'An Evening of Extraordinarily Long Names and Subtitles '.repeat(4)
    for (const [label, drawn] of everyPoster({ name: long, venue: long, city: long })) {
      expect(drawn.length, label).toBeLessThan(MOST_BYTES)
    }
  })
})
