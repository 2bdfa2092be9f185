import { crop, disc, polygon, type Rect, rect, shape, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

/**
 * Framed planes: a wall full of framed works, one larger than the rest, some cut off by the sheet's
 * edge.
 */
export const exhibition: Composition = ({ margin, landscape, palette, random, setDate }) => {
  const { block, art } = setDate(random.pick(['top', 'bottom']))
  const { ground, quiet, figure, shade, second, spot, type } = palette
  const air = margin * 0.45
  const works: Rect[] = []

  /** Divides the wall into works; the first cut is the most uneven one. */
  const hang = (box: Rect, depth: number): void => {
    if (depth === 0) {
      works.push(box)
      return
    }
    const along = box.w > box.h * 1.05
    const share = random.pick([0.36, 0.4, 0.6, 0.64])
    const length = (along ? box.w : box.h) - air
    const first = length * share
    const a = along ? { ...box, w: first } : { ...box, h: first }
    const b = along
      ? { ...box, x: box.x + first + air, w: length - first }
      : { ...box, y: box.y + first + air, h: length - first }
    const [large, small] = share > 0.5 ? [a, b] : [b, a]
    hang(large, depth === 3 ? 1 : depth - 1)
    hang(small, Math.max(0, depth - 2))
  }
  const bleed = margin * 0.6
  const wall = landscape
    ? { x: art.x, y: -bleed, w: art.w + bleed, h: art.h + bleed * 2 }
    : art.y > 0
      ? { x: margin, y: art.y, w: art.w - margin + bleed, h: art.h + bleed }
      : { x: margin, y: -bleed, w: art.w - margin + bleed, h: art.h + bleed }
  hang(wall, 3)

  const canvases = [figure, second, quiet, spot, shade]
  const turn = random.whole(0, 4)
  const shapes = works.map((box, index) => {
    const canvas = canvases[(index + turn) % canvases.length] ?? figure
    const mark = canvases[(index + turn + (index % 2 === 0 ? 1 : 3)) % canvases.length] ?? ground
    const { x, y, w, h } = box
    const side = Math.min(w, h)
    const works = [
      disc(x + w * 0.5, y + h * 0.5, side * 0.33, mark),
      disc(x + w, y + h, side * 0.82, mark),
      shape(svg`M${x} ${y + h * 0.58}h${w}V${y + h}h${-w}z`, mark) +
        disc(x + w * 0.64, y + h * 0.58, side * 0.24, type),
      polygon(
        [
          [x, y + h],
          [x + w, y],
          [x + w, y + h],
        ],
        mark,
      ),
      shape(
        svg`M${x + w * 0.2} ${y + h}v${-h * 0.5}a${w * 0.3} ${w * 0.3} 0 0 1 ${w * 0.6} 0v${h}z`,
        mark,
      ),
    ] as const
    return crop(box, rect(x, y, w, h, canvas) + (works[(index * 2 + turn) % works.length] ?? ''))
  })
  return { shapes, block }
}
