import { disc, shape, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

/**
 * Rhythm of bars: each bar is thinner than the one before by the same ratio, like a beat that gets
 * faster. A wave-shaped gap runs through the bars, with one disc in it.
 */
export const music: Composition = ({ width, margin, palette, random, setDate }) => {
  const { block, art, reach } = setDate(random.pick(['top', 'bottom']))
  const { figure, quiet, second, spot } = palette
  const count = random.whole(6, 8)
  const ratio = random.between(0.74, 0.8)
  const accelerates = random.chance(0.5)
  const phase = random.between(0, 6.3)
  const swing = random.between(0.85, 1.25)
  const note = random.whole(1, 3)
  const air = 0.16
  // The last bar ends at the sheet's edge, so it needs no gap after it.
  const first = art.w / ((1 - ratio ** count) / (1 - ratio) - air * ratio ** (count - 1))
  const floor = art.y + art.h

  const hanging = (x: number, w: number, foot: number, colour: string): string =>
    shape(svg`M${x} ${art.y}V${foot - w / 2}a${w / 2} ${w / 2} 0 0 0 ${w} 0V${art.y}z`, colour)
  const standing = (x: number, w: number, head: number): string =>
    shape(svg`M${x} ${floor}V${head + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${floor}z`, figure)

  const shapes: string[] = []
  let from = accelerates ? art.x : width
  for (let i = 0; i < count; i++) {
    const step = first * ratio ** i
    const w = step * (1 - air)
    const x = accelerates ? from : from - w
    const gap = i === note ? w * 1.3 : Math.max(w * 0.22, margin * 0.3)
    // Each half of a bar stays at least as high as it is wide.
    const middle =
      art.y +
      art.h * 0.5 +
      (art.h * 0.5 - w * 0.5 - gap * 0.5 - margin * 0.4) * 0.72 * Math.sin(phase + i * swing)
    shapes.push(
      hanging(x, w, middle - gap / 2, i % 3 === 2 ? second : quiet),
      standing(x, w, middle + gap / 2),
    )
    if (i === note) shapes.push(disc(x + w / 2, middle, w / 2, spot))
    from += accelerates ? step : -step
  }

  // Over the date the bars continue, in a quiet colour, until they are too fine to see.
  let left = accelerates ? art.x : from
  for (let i = accelerates ? -1 : count; reach < left && reach < art.x; i += accelerates ? -1 : 1) {
    const step = first * ratio ** i
    if (step < margin * 0.3) break
    left -= step
    const foot = (block.y - margin * 0.75) * (0.7 + 0.3 * Math.sin(phase + i * swing))
    shapes.push(hanging(left, step * (1 - air), foot, quiet))
  }
  return { shapes, block }
}
