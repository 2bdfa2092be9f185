import { disc, polygon, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

interface Point {
  x: number
  y: number
}

/** Sun and pennants: the rays of a low sun, with lines of pennants across it. */
export const pennants: Art = ({ w, h }, { palette, random }) => {
  const { figure, quiet, second, spot, type } = palette
  const sun = {
    x: w * random.between(0.34, 0.66),
    y: h * 0.94,
    r: Math.min(w * 0.4, h * 0.55),
  }
  const count = random.whole(12, 16)
  const far = w + h
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const edge = (angle: number): [number, number] => [
      sun.x + far * Math.cos(angle),
      sun.y + far * Math.sin(angle),
    ]
    const turn = (Math.PI * 2) / count
    drawn += polygon([[sun.x, sun.y], edge(turn * i), edge(turn * (i + 0.5))], quiet)
  }
  drawn += disc(sun.x, sun.y, sun.r, second)
  /** A line between two points that hangs down by `sag`, with pennants along it. */
  const bunting = (from: Point, to: Point, sag: number, flags: number): string => {
    const at = (t: number): Point => ({
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t + sag * 4 * t * (1 - t),
    })
    const tones = [figure, spot, type]
    const fall = ((to.x - from.x) / flags) * 1.25
    let flagsDrawn = ''
    for (let i = 0; i < flags; i++) {
      const [a, b] = [at((i + 0.06) / flags), at((i + 0.94) / flags)]
      const tip: [number, number] = [(a.x + b.x) / 2 - (b.y - a.y) * 0.35, (a.y + b.y) / 2 + fall]
      flagsDrawn += polygon([[a.x, a.y], [b.x, b.y], tip], tones[i % 3] ?? figure)
    }
    const line = svg`M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${(from.y + to.y) / 2 + sag * 2} ${to.x} ${to.y}`
    return stroke(line, type, Math.min(w, h) * 0.008) + flagsDrawn
  }
  const steep = h * 0.09 * random.pick([-1, 1])
  const flags = Math.round((w + 48) / Math.min(w / 7, h / 4))
  const line = (y: number, lean: number, sag: number, most: number) =>
    bunting({ x: -24, y: y + lean }, { x: w + 24, y: y - lean }, sag, most)
  return drawn + line(h * 0.1, steep, h * 0.06, flags) + line(h * 0.38, -steep, h * 0.09, flags + 1)
}

/** Fireworks, or dahlias: bursts of petals, one of them near. */
export const bursts: Art = ({ w, h }, { palette, random }) => {
  const { figure, second, spot, quiet, ground } = palette
  const span = Math.min(w, h)
  const near: Point = { x: w * random.pick([0.36, 0.6]), y: h * random.between(0.46, 0.56) }
  const burst = (at: Point, r: number, petals: number, tones: [string, string, string]): string => {
    const ring = (from: number, to: number, wide: number, tone: string, turn: number): string => {
      let d = ''
      for (let i = 0; i < petals; i++) {
        const angle = (Math.PI * 2 * (i + turn)) / petals
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
        d += svg`M${at.x + cos * r * from} ${at.y + sin * r * from}L${at.x + cos * r * to} ${at.y + sin * r * to}`
      }
      return stroke(d, tone, wide, ' stroke-linecap="round"')
    }
    const wide = (r * 2.6) / petals
    return (
      ring(0.62, 0.95, wide * 1.25, tones[0], 0) +
      ring(0.4, 0.62, wide, tones[1], 0.5) +
      ring(0.22, 0.34, wide * 0.6, tones[2], 0) +
      disc(at.x, at.y, r * 0.11, tones[2])
    )
  }
  const others = Math.max(2, Math.round((w / h) * 2.2))
  let drawn = ''
  for (let i = 0; i < others; i++) {
    const at = { x: (w * (i + 0.5)) / others, y: h * (i % 2 === 0 ? 0.12 : 0.9) }
    drawn += burst(at, span * random.between(0.2, 0.28), 12, [quiet, second, quiet])
  }
  return (
    drawn +
    disc(near.x, near.y, span * 0.5, ground) +
    burst(near, span * 0.5, random.pick([14, 16, 18]), [figure, second, spot])
  )
}

/** A striped tent with a scalloped edge, and a flag on its top. */
export const tent: Art = ({ w, h }, { palette, random }) => {
  const { figure, quiet, second, spot, ground } = palette
  const cx = w * random.pick([0.38, 0.5, 0.62])
  const top = h * 0.2
  const eaves = h * 0.62
  const wide = Math.max(w * 0.52, h * 0.62)
  const stripes = 9
  const at = (edge: number) => cx + (edge / stripes - 0.5) * wide * 2
  let drawn = rect(0, 0, w, h, quiet)
  for (let i = 0; i < stripes; i++) {
    const tone = i % 2 === 0 ? figure : spot
    drawn += polygon(
      [
        [cx, top],
        [at(i), eaves],
        [at(i + 1), eaves],
      ],
      tone,
    )
  }
  drawn += rect(at(0.6), eaves, at(stripes - 0.6) - at(0.6), h - eaves, second)
  for (let i = 0; i < stripes; i++) {
    const r = wide / stripes
    drawn += shape(
      svg`M${at(i)} ${eaves - 1}a${r} ${r * 0.9} 0 0 0 ${r * 2} 0z`,
      i % 2 === 0 ? figure : spot,
    )
  }
  const door = wide * 0.2
  const pole = h * 0.13
  return (
    drawn +
    shape(
      svg`M${cx} ${eaves + door * 0.4}q${door * 0.2} ${h * 0.2} ${door} ${h * 0.4}H${cx - door}q${door * 0.8} ${-h * 0.2} ${door} ${-h * 0.4}z`,
      ground,
    ) +
    stroke(svg`M${cx} ${top + 4}v${-pole}`, second, h * 0.012) +
    polygon(
      [
        [cx, top - pole],
        [cx + pole * 1.1, top - pole * 0.7],
        [cx, top - pole * 0.4],
      ],
      second,
    )
  )
}

/** Lanterns at different heights. */
export const lanterns: Art = ({ w, h }, { palette, random }) => {
  const { figure, second, spot, ground, shade } = palette
  const count = Math.max(3, Math.round((w / h) * 3))
  const step = w / count
  const tones = [figure, spot, second]
  const turn = random.whole(0, 2)
  let drawn = ''
  for (let i = 0; i < count * 2 - 1; i++) {
    const isBack = i % 2 === 1
    const x = step * (i / 2 + 0.5)
    const r = step * (isBack ? 0.24 : random.between(0.34, 0.42))
    const y = isBack ? h * random.between(0.12, 0.24) : h * random.between(0.4, 0.72)
    const tone = isBack ? shade : (tones[(i / 2 + turn) % 3] ?? figure)
    const ribs = [0.36, 0.72].map(
      (share) =>
        svg`M${x - r * Math.sqrt(1 - share * share)} ${y - r * share}h${2 * r * Math.sqrt(1 - share * share)}M${x - r * Math.sqrt(1 - share * share)} ${y + r * share}h${2 * r * Math.sqrt(1 - share * share)}`,
    )
    drawn +=
      stroke(svg`M${x} 0V${y - r}`, tone, r * 0.05) +
      disc(x, y, r, tone) +
      stroke(`${ribs.join('')}${svg`M${x - r} ${y}h${r * 2}`}`, ground, r * 0.05) +
      rect(x - r * 0.34, y - r * 1.08, r * 0.68, r * 0.18, tone) +
      rect(x - r * 0.34, y + r * 0.9, r * 0.68, r * 0.18, tone) +
      stroke(svg`M${x} ${y + r}v${r * 0.6}`, tone, r * 0.1)
  }
  return drawn
}
