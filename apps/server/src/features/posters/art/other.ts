import { disc, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

/** A foyer: arches inside one another, a fanlight over a lit door. */
export const arcade: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, second, spot } = palette
  const bay = Math.min(w * 0.62, h * 0.84)
  const band = bay * 0.075
  const door = bay / 2 - band * 2.4
  const cx = w * random.pick([0.34, 0.5, 0.66])
  const spring = h * 0.5
  const panes = random.pick([7, 9, 11])
  const arch = (x: number, r: number, colour: string): string =>
    shape(svg`M${x - r} ${h}V${spring}a${r} ${r} 0 0 1 ${r * 2} 0V${h}z`, colour)
  const rim = (x: number, pane: number): string => {
    const angle = (Math.PI * pane) / panes
    return svg`${x - door * Math.cos(angle)} ${spring - door * Math.sin(angle)}`
  }
  const portal = (x: number, tones: [string, string, string], light: string, glass: string) => {
    let fan = ''
    for (let i = 0; i < (panes - 1) / 2; i++) {
      fan += svg`M${x} ${spring}L${rim(x, i * 2 + 1)}A${door} ${door} 0 0 1 ${rim(x, i * 2 + 2)}z`
    }
    return (
      arch(x, door + band * 2.4, tones[0]) +
      arch(x, door + band * 1.4, tones[1]) +
      arch(x, door + band * 0.4, tones[2]) +
      arch(x, door, light) +
      shape(fan, glass) +
      rect(x - door, spring, door * 2, band * 0.3, glass) +
      rect(x - band * 0.12, spring, band * 0.24, h - spring, glass)
    )
  }
  let drawn = ''
  // The other doors of the arcade are dark, so that only one is lit.
  const step = (door + band * 2.4) * 2.1
  for (let x = cx - step * 4; x < w + step; x += step) {
    if (Math.abs(x - cx) > 1) drawn += portal(x, [quiet, ground, quiet], ground, quiet)
  }
  return drawn + portal(cx, [figure, second, ground], spot, second)
}

/** Water: rows of scales, one of them lit. */
export const scales: Art = ({ w, h }, { palette, random }) => {
  const { ground, figure, shade, second, spot } = palette
  const across = Math.max(3, Math.round((w / h) * 3.4))
  const r = w / across / 2
  const rows = Math.ceil(h / (r * 0.9)) + 2
  const lit = { row: random.whole(2, Math.max(2, rows - 4)), column: random.whole(1, across - 1) }
  let drawn = ''
  for (let row = 0; row < rows; row++) {
    const shift = row % 2 === 0 ? 0 : r
    for (let column = -1; column <= across; column++) {
      const [x, y] = [column * r * 2 + r + shift, row * r * 0.9 - r * 0.2]
      const isLit = row === lit.row && column === lit.column
      drawn +=
        disc(x, y + r * 0.1, r, ground) +
        disc(x, y + r * 0.1, r * 0.88, isLit ? spot : row % 3 === 1 ? second : figure) +
        disc(x, y + r * 0.1, r * 0.56, ground) +
        disc(x, y + r * 0.1, r * 0.42, isLit ? second : shade)
    }
  }
  return drawn
}

/** A street at night: lit windows, and a moon between the roofs. */
export const windows: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, shade, second, spot } = palette
  const houses = Math.max(3, Math.round((w / h) * 3))
  const moon = Math.min(w, h) * 0.17
  const moonAt = random.whole(0, houses - 2) + 1
  let drawn = rect(0, 0, w, h, quiet) + disc((w / houses) * moonAt, h * 0.26, moon, spot)
  const wide = w / houses
  for (let i = 0; i < houses; i++) {
    const x = i * wide
    const top = h * random.between(0.3, 0.52)
    const tone = [figure, shade, ground][i % 3] ?? figure
    drawn += rect(x, top, wide + 1, h - top, tone)
    if (random.chance(0.5)) {
      drawn += shape(
        svg`M${x} ${top + 1}L${x + wide / 2} ${top - wide * 0.32}L${x + wide} ${top + 1}z`,
        tone,
      )
    }
    const pane = wide * 0.2
    for (let y = top + wide * 0.18; y < h - pane; y += wide * 0.42) {
      for (const column of [0.14, 0.41, 0.68]) {
        const isLit = random.chance(0.36)
        const dark = tone === ground ? quiet : ground
        drawn += rect(x + wide * column, y, pane, wide * 0.28, isLit ? second : dark)
      }
    }
  }
  return drawn
}

/** Paths: bands that bend around one another, as on a map. */
export const bands: Art = ({ w, h }, { palette, random }) => {
  const tones = [palette.figure, palette.second, palette.spot, palette.shade, palette.quiet]
  const turn = random.whole(0, 3)
  const isMirrored = random.chance(0.5)
  const band = Math.min(w, h) / 9
  const bend = w * random.between(0.42, 0.58)
  let drawn = ''
  for (let i = 0; i < 9; i++) {
    const r = band * (i + 0.6) * 1.16
    const d = svg`M${bend - r} ${h + band}V${h * 0.52}A${r} ${r} 0 0 1 ${bend + r} ${h * 0.52}V${h + band}`
    drawn += stroke(d, tones[(i + turn) % 4] ?? palette.figure, band * 0.8)
  }
  const whole = drawn + disc(bend, h * 0.52, band * 0.34, palette.spot)
  return isMirrored ? svg`<g transform="matrix(-1 0 0 1 ${w} 0)">${whole}</g>` : whole
}
