import { crop, disc, stroke, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

const LANES = 5

/**
 * Lanes and arcs: a bend of a running track from above. Each lane has a runner, drawn as a streak
 * with a round head; one is ahead.
 */
export const sports: Composition = ({ width, margin, landscape, palette, random, setDate }) => {
  const { block, art, reach } = setDate(random.pick(['top', 'bottom']))
  const overDate = reach < art.x
  const floor = art.y + art.h
  const inner = overDate ? floor - block.y + margin * 0.6 : art.h * 0.2
  const lane = (art.h - inner - margin * (overDate ? 0.5 : 0.9)) / LANES
  // Over the date the bend follows the date's edge; elsewhere the outer lane reaches the sheet's
  // edge or beyond.
  const bend = art.w - inner - lane * LANES + art.w * random.between(-0.03, 0.08)
  const cx = overDate ? art.x + random.between(-40, 60) : Math.max(art.x + bend, reach - 20)

  /**
   * The path along the straight from the left, then round the bend; a `turn` of 1 is a quarter of a
   * circle.
   */
  const along = (radius: number, turn: number): { d: string; x: number; y: number } => {
    const angle = (Math.PI / 2) * (1 - turn)
    const x = cx + radius * Math.cos(angle)
    const y = floor - radius * Math.sin(angle)
    return {
      d: svg`M${reach - 60} ${floor - radius}H${cx}A${radius} ${radius} 0 0 1 ${x} ${y}`,
      x,
      y,
    }
  }

  const shapes = [stroke(along(inner + (lane * LANES) / 2, 1).d, palette.figure, lane * LANES)]
  const leader = random.whole(0, LANES - 1)
  const offset = random.between(0, 3)
  for (let i = 0; i < LANES; i++) {
    const turn = i === leader ? 0.86 : 0.18 + 0.27 * (1 + Math.sin(offset + i * 2.1))
    const runner = along(inner + lane * (i + 0.5), turn)
    const colour = i === leader ? palette.spot : i % 2 === 0 ? palette.second : palette.shade
    shapes.push(stroke(runner.d, colour, lane * 0.5), disc(runner.x, runner.y, lane * 0.36, colour))
  }
  for (let i = 1; i < LANES; i++) {
    shapes.push(stroke(along(inner + lane * i, 1).d, palette.ground, margin * 0.07))
  }
  const field = { x: reach, y: art.y, w: width - reach, h: art.h }
  const track = crop(field, shapes.join(''))
  const mirrored = !landscape && random.chance(0.5)
  const turned = svg`<g transform="matrix(-1 0 0 1 ${width} 0)">${track}</g>`
  return { shapes: [mirrored ? turned : track], block }
}
