import { disc, polygon, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

/**
 * Sound rings under a spotlight: rings get larger away from their source, and inside the beam the
 * colours of ground and ring are exchanged.
 */
export const rings: Art = ({ w, h }, { palette, random, id }) => {
  const { ground, figure, second, spot } = palette
  const span = Math.min(w, h)
  const cx = w * random.pick([0.3, 0.42, 0.58, 0.7])
  const cy = h * random.between(0.54, 0.66)
  const core = span * random.between(0.1, 0.13)
  const growth = random.between(1.34, 1.46)
  const ringsIn = (colour: string): string => {
    let drawn = ''
    for (let r = core * 1.7, wide = core * 0.34; r - wide < w + h; ) {
      drawn += svg`<circle cx="${cx}" cy="${cy}" r="${r}" stroke-width="${wide}"/>`
      r += wide * 1.9 * growth
      wide *= growth
    }
    return svg`<g fill="none" stroke="${colour}">${drawn}</g>`
  }
  const lamp = cx + (random.chance(0.5) ? -1 : 1) * span * 0.4
  const foot = core * 2.4
  const lean = (cx - lamp) * 0.16
  const beam = polygon(
    [
      [lamp - core * 0.3, -20],
      [lamp + core * 0.3, -20],
      [cx + foot + lean, h],
      [cx - foot + lean, h],
    ],
    second,
  )
  return (
    ringsIn(figure) +
    svg`<clipPath id="${id}">${beam}</clipPath>` +
    svg`<g clip-path="url(#${id})">${rect(0, 0, w, h, second)}${ringsIn(ground)}</g>` +
    disc(cx, cy, core, spot)
  )
}

/** Lamps over a crowd: beams cross above rows of heads. */
export const beams: Art = ({ w, h }, { palette, random }) => {
  const { dark, quiet, figure, second, spot } = palette
  const lamps = random.whole(3, 4)
  const tones = [figure, second, spot, figure]
  let drawn = rect(0, 0, w, h, quiet)
  for (let i = 0; i < lamps; i++) {
    const x = (w * (i + 0.5)) / lamps
    const to = w * (0.5 + 0.42 * Math.sin(i * 2.4 + random.between(0, 0.8)))
    const wide = w * 0.13
    drawn += polygon(
      [
        [x - w * 0.012, 0],
        [x + w * 0.012, 0],
        [to + wide, h],
        [to - wide, h],
      ],
      tones[i] ?? figure,
    )
  }
  const head = Math.min(w * 0.06, h * 0.085)
  for (let row = 0; row < 2; row++) {
    const y = h - head * (1.5 - row * 1.15)
    const first = -head * (row === 0 ? 0.4 : 1.5)
    for (let x = first; x < w + head; x += head * 2.2) {
      const rise = random.between(-0.28, 0.28) * head
      drawn += shape(
        svg`M${x - head} ${h}V${y + rise + head * 1.5}q0 ${-head * 0.55} ${head} ${-head * 0.55}t${head} ${head * 0.55}V${h}z`,
        row === 0 ? palette.shade : dark,
      )
      drawn += disc(x, y + rise, head * 0.74, row === 0 ? palette.shade : dark)
    }
  }
  return drawn
}

/** A wall of loudspeakers, one of them in the other colour. */
export const speakers: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const rows = w > h * 1.25 ? 2 : h > w * 1.4 ? 4 : 3
  const size = h / rows
  const columns = Math.ceil(w / size) + 1
  const left = (w - columns * size) / 2
  const loud = { row: random.whole(0, rows - 1), column: random.whole(1, Math.max(1, columns - 2)) }
  let drawn = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left + column * size, row * size]
      const isLoud = row === loud.row && column === loud.column
      const [cx, cy] = [x + size / 2, y + size / 2]
      drawn +=
        rect(x + size * 0.02, y + size * 0.02, size * 0.96, size * 0.96, isLoud ? second : figure) +
        disc(cx, cy, size * 0.42, isLoud ? spot : ground) +
        disc(cx, cy, size * 0.32, isLoud ? second : shade) +
        disc(cx, cy, size * 0.13, isLoud ? spot : ground)
    }
  }
  return drawn
}

/** The sound hole of a guitar under its strings. */
export const guitar: Art = ({ w, h }, { palette, random }) => {
  const { dark, figure, shade, second, light } = palette
  const r = Math.max(Math.min(w, h) * 0.38, Math.hypot(w, h) * 0.24)
  const [cx, cy] = [w * random.pick([0.36, 0.64]), h * random.between(0.5, 0.58)]
  const tilt = random.pick([-24, 24, -62, 62])
  const gap = r * 0.24
  const reach = w + h
  const strings = Array.from({ length: 6 }, (_, i) => {
    const x = cx + (i - 2.5) * gap
    return svg`M${x} ${cy - reach}v${reach * 2}`
  }).join('')
  return (
    rect(0, 0, w, h, figure) +
    disc(cx, cy, r * 1.7, shade) +
    disc(cx, cy, r * 1.32, second) +
    disc(cx, cy, r * 1.2, figure) +
    disc(cx, cy, r * 1.1, second) +
    disc(cx, cy, r, dark) +
    svg`<g transform="rotate(${tilt} ${cx} ${cy})">${stroke(strings, light, r * 0.05)}</g>`
  )
}
