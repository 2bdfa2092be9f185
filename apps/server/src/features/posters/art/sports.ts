import { disc, polygon, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

const LANES = 5

/**
 * Lanes and arcs: a bend of a running track from above. Each lane has a runner, drawn as a streak
 * with a round head; one is ahead.
 */
export const lanes: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const inner = h * 0.2
  const lane = (h * 0.94 - inner) / LANES
  const cx = Math.max(w - inner - lane * LANES - w * random.between(-0.03, 0.06), w * 0.06)
  const leader = random.whole(0, LANES - 1)
  const offset = random.between(0, 3)
  const isMirrored = random.chance(0.5)
  /** Along the straight from the left, then round the bend; a turn of 1 is a quarter of a circle. */
  const along = (radius: number, turn: number): { d: string; x: number; y: number } => {
    const angle = (Math.PI / 2) * (1 - turn)
    const [x, y] = [cx + radius * Math.cos(angle), h - radius * Math.sin(angle)]
    return { d: svg`M-60 ${h - radius}H${cx}A${radius} ${radius} 0 0 1 ${x} ${y}`, x, y }
  }
  let drawn = stroke(along(inner + (lane * LANES) / 2, 1).d, figure, lane * LANES)
  for (let i = 0; i < LANES; i++) {
    const turn = i === leader ? 0.86 : 0.18 + 0.27 * (1 + Math.sin(offset + i * 2.1))
    const runner = along(inner + lane * (i + 0.5), turn)
    const colour = i === leader ? spot : i % 2 === 0 ? second : shade
    drawn += stroke(runner.d, colour, lane * 0.5) + disc(runner.x, runner.y, lane * 0.36, colour)
  }
  for (let i = 1; i < LANES; i++) {
    drawn += stroke(along(inner + lane * i, 1).d, ground, lane * 0.05)
  }
  return isMirrored ? svg`<g transform="matrix(-1 0 0 1 ${w} 0)">${drawn}</g>` : drawn
}

/** A stadium from above: tiers around a field, cut by aisles. */
export const stadium: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const isFlat = w > h * 1.1
  const cx = w * (isFlat ? random.pick([0.42, 0.58]) : 0.5)
  const cy = h * (isFlat ? 0.5 : random.pick([0.42, 0.58]))
  const tier = Math.min(w, h) * 0.088
  const field = isFlat ? { w: h * 0.5, h: h * 0.26 } : { w: w * 0.26, h: w * 0.5 }
  /** A rounded box around the field, `by` wider on each side. */
  const around = (by: number, tone: string): string => {
    const [wide, high] = [field.w + by * 2, field.h + by * 2]
    const r = Math.min(by + tier * 0.4, wide / 2, high / 2)
    return shape(
      svg`M${cx - wide / 2 + r} ${cy - high / 2}h${wide - r * 2}a${r} ${r} 0 0 1 ${r} ${r}v${high - r * 2}a${r} ${r} 0 0 1 ${-r} ${r}h${r * 2 - wide}a${r} ${r} 0 0 1 ${-r} ${-r}v${r * 2 - high}a${r} ${r} 0 0 1 ${r} ${-r}z`,
      tone,
    )
  }
  const tiers = 8
  let drawn = ''
  for (let i = tiers; i >= 1; i--) {
    const tone = i === 3 ? spot : i % 2 === 0 ? figure : shade
    drawn += around(tier * (i + 0.5), tone)
  }
  const reach = w + h
  let aisles = ''
  const turn = random.between(0.1, 0.5)
  for (let i = 0; i < 10; i++) {
    const angle = turn + (Math.PI * 2 * i) / 10
    aisles += svg`M${cx} ${cy}L${cx + reach * Math.cos(angle)} ${cy + reach * Math.sin(angle)}`
  }
  const half = isFlat
    ? svg`M${cx} ${cy - field.h / 2}v${field.h}`
    : svg`M${cx - field.w / 2} ${cy}h${field.w}`
  return (
    drawn +
    stroke(aisles, ground, tier * 0.13) +
    around(tier * 0.5, ground) +
    rect(cx - field.w / 2, cy - field.h / 2, field.w, field.h, second) +
    stroke(half, ground, tier * 0.13) +
    disc(cx, cy, tier * 0.62, ground) +
    disc(cx, cy, tier * 0.49, second)
  )
}

/** A ball that crosses the sheet in ever lower bounces. */
export const bounce: Art = ({ w, h }, { palette, random }) => {
  const { figure, quiet, shade, second, spot } = palette
  const floor = h * 0.84
  const fade = random.between(0.58, 0.66)
  const isMirrored = random.chance(0.5)
  const wide = w * 0.62
  let x = -wide * 0.42
  let drawn = rect(0, 0, w, h, quiet) + rect(0, floor, w, h - floor, figure)
  let step = wide
  let high = floor * 1.25
  const echoes = [second, second, second, second]
  for (const tone of echoes) {
    drawn += stroke(
      svg`M${x} ${floor}Q${x + step / 2} ${floor - high * 1.5} ${x + step} ${floor}`,
      tone,
      h * 0.035,
    )
    x += step
    step *= fade
    high *= fade
  }
  const r = Math.min(w, h) * 0.17
  const ball = { x: wide * 0.58 + wide * fade * 0.5, y: floor - floor * 1.25 * fade * 0.75 }
  drawn +=
    shape(
      svg`M${ball.x - r} ${floor + (h - floor) / 2}a${r} ${r * 0.2} 0 1 0 ${r * 2} 0a${r} ${r * 0.2} 0 1 0 ${-r * 2} 0`,
      shade,
    ) + disc(ball.x, ball.y, r, spot)
  return isMirrored ? svg`<g transform="matrix(-1 0 0 1 ${w} 0)">${drawn}</g>` : drawn
}

/** Two sides meet: stripes of one, plain cloth of the other, and a disc between them. */
export const sides: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const lean = w * random.pick([-0.16, 0.16])
  const [top, foot] = [w / 2 + lean, w / 2 - lean]
  const stripes = 5
  const band = (w * 0.66) / stripes
  let drawn = rect(0, 0, w, h, figure)
  for (let i = 0; i < stripes; i++) {
    const x = -w * 0.16 + i * band
    const slant = ((foot - top) * h) / h
    drawn += polygon(
      [
        [x, 0],
        [x + band / 2, 0],
        [x + band / 2 + slant, h],
        [x + slant, h],
      ],
      shade,
    )
  }
  drawn += polygon(
    [
      [top, 0],
      [w, 0],
      [w, h],
      [foot, h],
    ],
    second,
  )
  const r = Math.min(w, h) * 0.27
  return drawn + disc(w / 2, h / 2, r * 1.18, ground) + disc(w / 2, h / 2, r, spot)
}
