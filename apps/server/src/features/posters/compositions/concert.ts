import { crop, disc, polygon, rect, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

/**
 * Sound rings under a spotlight: rings get larger away from their source, and inside the beam the
 * colours of ground and ring are exchanged.
 */
export const concert: Composition = (sheet) => {
  const { width, height, landscape, palette, random, setDate, id } = sheet
  const { block, art } = setDate(random.pick(['top', 'bottom']))
  const span = Math.min(art.w, art.h)
  const cx =
    art.x + art.w * (landscape ? random.between(0.42, 0.6) : random.pick([0.12, 0.4, 0.62, 0.88]))
  const cy = art.y + art.h * random.between(0.54, 0.66)
  const core = span * random.between(0.1, 0.13)
  const growth = random.between(1.34, 1.46)

  const rings = (colour: string): string => {
    let drawn = ''
    for (let r = core * 1.7, w = core * 0.34; r - w < width * 1.1; ) {
      drawn += svg`<circle cx="${cx}" cy="${cy}" r="${r}" stroke-width="${w}"/>`
      r += w * 1.9 * growth
      w *= growth
    }
    return svg`<g fill="none" stroke="${colour}">${drawn}</g>`
  }

  const fromLeft = random.chance(0.5)
  const lamp = fromLeft ? cx - art.w * 0.42 : cx + art.w * 0.36
  const foot = core * 2.4
  const lean = (cx - lamp) * 0.16
  const beam = polygon(
    [
      [lamp - core * 0.3, art.y - 20],
      [lamp + core * 0.3, art.y - 20],
      [cx + foot + lean, art.y + art.h],
      [cx - foot + lean, art.y + art.h],
    ],
    palette.second,
  )
  const lit =
    svg`<clipPath id="${id}">${beam}</clipPath>` +
    svg`<g clip-path="url(#${id})">${rect(0, 0, width, height, palette.second)}${rings(palette.ground)}</g>`

  return {
    shapes: [
      rings(palette.quiet),
      crop({ ...art, x: landscape ? art.x : 0 }, rings(palette.figure) + lit),
      disc(cx, cy, core, palette.spot),
    ],
    block,
  }
}
