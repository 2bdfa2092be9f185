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

/** A pitch from above: mown stripes, its lines, and the curve of one kick. */
export const pitch: Art = ({ w, h }, { palette, random }) => {
  const { quiet, figure, shade, second, spot } = palette
  const isFlat = w > h * 1.15
  const length = isFlat ? w : h
  const across = isFlat ? h : w
  const stripes = 7
  const band = length / stripes
  const goalAtStart = random.chance(0.5)
  const place = (along: number, over: number): [number, number] => {
    const at = goalAtStart ? along : length - along
    return isFlat ? [at, over] : [over, at]
  }
  const box = (depth: number, wide: number): string => {
    const points = [
      place(0, (across - wide) / 2),
      place(depth, (across - wide) / 2),
      place(depth, (across + wide) / 2),
      place(0, (across + wide) / 2),
    ]
    return points.map(([x, y], i) => svg`${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  }
  let drawn = rect(0, 0, w, h, figure)
  for (let i = 0; i < stripes; i += 2) {
    drawn += isFlat ? rect(i * band, 0, band, h, shade) : rect(0, i * band, w, band, shade)
  }
  const line = Math.max(across * 0.014, 5)
  const [ax, ay] = place(length * 0.86, across * 0.5)
  const centre = svg`M${ax - across * 0.24} ${ay}a${across * 0.24} ${across * 0.24} 0 1 0 ${across * 0.48} 0a${across * 0.24} ${across * 0.24} 0 1 0 ${-across * 0.48} 0`
  const lines = box(length * 0.3, across * 0.72) + box(length * 0.12, across * 0.36) + centre
  const [fx, fy] = place(length * 0.72, across * random.between(0.2, 0.34))
  const [mx, my] = place(length * 0.4, across * 1.1)
  const [tx, ty] = place(length * 0.16, across * 0.46)
  return (
    drawn +
    stroke(lines, quiet === figure ? second : palette.type, line) +
    stroke(
      svg`M${fx} ${fy}Q${mx} ${my} ${tx} ${ty}`,
      second,
      across * 0.045,
      ' stroke-linecap="round"',
    ) +
    disc(fx, fy, across * 0.045, second) +
    disc(tx, ty, across * 0.09, spot)
  )
}

/** A ball that comes down the sheet in ever lower bounces. */
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
    ) +
    disc(ball.x, ball.y, r, spot) +
    stroke(
      svg`M${ball.x - r} ${ball.y}h${r * 2}M${ball.x} ${ball.y - r}v${r * 2}M${ball.x - r * 0.72} ${ball.y - r * 0.7}q${r * 0.62} ${r * 0.7} 0 ${r * 1.4}M${ball.x + r * 0.72} ${ball.y - r * 0.7}q${-r * 0.62} ${r * 0.7} 0 ${r * 1.4}`,
      second,
      r * 0.07,
    )
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
  return (
    drawn +
    disc(w / 2, h / 2, r * 1.18, ground) +
    disc(w / 2, h / 2, r, spot) +
    stroke(
      svg`M${w / 2 - r * 0.94} ${h / 2 - r * 0.32}q${r * 0.94} ${r * 0.62} ${r * 1.88} 0M${w / 2 - r * 0.94} ${h / 2 + r * 0.32}q${r * 0.94} ${-r * 0.62} ${r * 1.88} 0`,
      ground,
      r * 0.09,
    )
  )
}
