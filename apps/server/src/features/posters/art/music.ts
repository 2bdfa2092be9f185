import { disc, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

/**
 * Rhythm of bars: each bar is thinner than the one before by the same ratio, like a beat that gets
 * faster. A wave-shaped gap runs through the bars, with one disc in it.
 */
export const bars: Art = ({ w, h }, { palette, random }) => {
  const { figure, quiet, second, spot } = palette
  const ratio = random.between(0.76, 0.82)
  const accelerates = random.chance(0.5)
  const phase = random.between(0, 6.3)
  const swing = random.between(0.85, 1.25)
  const note = random.whole(1, 3)
  const count = w > h * 1.4 ? 9 : 7
  const air = 0.14
  const first = w / ((1 - ratio ** count) / (1 - ratio) - air * ratio ** (count - 1))
  let drawn = ''
  let from = accelerates ? 0 : w
  for (let i = 0; i < count; i++) {
    const step = first * ratio ** i
    const bar = step * (1 - air)
    const x = accelerates ? from : from - bar
    const gap = i === note ? bar * 1.35 : Math.max(bar * 0.2, h * 0.025)
    const room = Math.max(0, h / 2 - bar * 0.5 - gap * 0.5)
    const middle = h / 2 + room * 0.74 * Math.sin(phase + i * swing)
    drawn +=
      shape(
        svg`M${x} 0V${middle - gap / 2 - bar / 2}a${bar / 2} ${bar / 2} 0 0 0 ${bar} 0V0z`,
        i % 3 === 2 ? second : quiet,
      ) +
      shape(
        svg`M${x} ${h}V${middle + gap / 2 + bar / 2}a${bar / 2} ${bar / 2} 0 0 1 ${bar} 0V${h}z`,
        figure,
      )
    if (i === note) drawn += disc(x + bar / 2, middle, bar * 0.52, spot)
    from += accelerates ? step : -step
  }
  return drawn
}

/** A keyboard from above, its last keys beyond the edge. One key is down. */
export const keys: Art = ({ w, h }, { palette, random }) => {
  const { dark, light, second, spot, figure } = palette
  const count = Math.max(5, Math.round((w / h) * 5.4))
  const key = w / (count - random.between(0.2, 0.6))
  const pressed = random.whole(1, count - 2)
  const start = random.whole(0, 6)
  const drop = h * random.between(0.1, 0.16)
  let drawn = rect(0, 0, w, h, second)
  for (let i = 0; i < count; i++) {
    const isDown = i === pressed
    const foot = h * 0.9 + (isDown ? drop * 0.8 : 0)
    drawn += shape(
      svg`M${i * key + key * 0.03} 0h${key * 0.94}V${foot - key * 0.1}q0 ${key * 0.1} ${-key * 0.1} ${key * 0.1}h${-key * 0.74}q${-key * 0.1} 0 ${-key * 0.1} ${-key * 0.1}z`,
      isDown ? (spot === light ? figure : spot) : light,
    )
  }
  for (let i = 0; i < count; i++) {
    if ([2, 6].includes((i + start) % 7)) continue
    drawn += rect((i + 1) * key - key * 0.3, 0, key * 0.6, h * 0.56, dark)
  }
  return drawn
}

/** Strings that swing: ribbons of one wave, each a little later than the one above. */
export const strings: Art = ({ w, h }, { palette, random }) => {
  const tones = [palette.figure, palette.second, palette.spot, palette.shade, palette.quiet]
  const count = 6
  const thick = h / (count + 1.6)
  const swing = h * random.between(0.16, 0.24)
  const waves = Math.max(1, w / h) * random.between(0.55, 0.8)
  const phase = random.between(0, 6.3)
  const lag = random.between(0.45, 0.75)
  const turn = random.whole(0, 4)
  const steps = 8
  const ribbon = (i: number): string => {
    const middle = (h / count) * (i + 0.5)
    const at = (t: number) => middle + swing * Math.sin(phase + i * lag + t * waves * 2 * Math.PI)
    const slope = (t: number) =>
      swing * waves * 2 * Math.PI * Math.cos(phase + i * lag + t * waves * 2 * Math.PI)
    let d = svg`M${-thick} ${at(0)}L0 ${at(0)}`
    for (let step = 1; step <= steps; step++) {
      const [a, b] = [(step - 1) / steps, step / steps]
      const third = 1 / (3 * steps)
      d += svg`C${w * (a + third)} ${at(a) + slope(a) * third} ${w * (b - third)} ${at(b) - slope(b) * third} ${w * b} ${at(b)}`
    }
    return stroke(
      `${d}h${Math.round(thick)}`,
      tones[(i + turn) % 4] ?? palette.figure,
      thick * 0.62,
    )
  }
  return Array.from({ length: count }, (_, i) => ribbon(i)).join('')
}

/** A record, larger than the sheet: grooves around a label, with the arm upon them. */
export const record: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, shade, second, spot } = palette
  const toRight = random.chance(0.5)
  const r = Math.hypot(w, h) * random.between(0.5, 0.58)
  const [x, y] = [w * (toRight ? 0.68 : 0.32), h * random.between(0.5, 0.62)]
  const grooves = [1, 0.9, 0.8, 0.7, 0.6, 0.5]
    .map((share, i) => disc(x, y, r * share, i % 2 === 0 ? figure : shade))
    .join('')
  const head = { x: x + (toRight ? -1 : 1) * r * 0.42, y: y + r * 0.1 }
  const foot = { x: toRight ? w * 0.06 : w * 0.94, y: h * 0.02 }
  return (
    rect(0, 0, w, h, quiet) +
    grooves +
    disc(x, y, r * 0.36, second) +
    disc(x, y, r * 0.2, spot) +
    disc(x, y, r * 0.035, ground) +
    stroke(
      svg`M${foot.x} ${foot.y}L${foot.x} ${h * 0.34}L${head.x} ${head.y}`,
      spot,
      r * 0.045,
      ' stroke-linejoin="round" stroke-linecap="round"',
    ) +
    disc(foot.x, foot.y, r * 0.13, ground) +
    disc(foot.x, foot.y, r * 0.07, spot)
  )
}
