import { disc, polygon, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

/**
 * Curtain folds: the cloth hangs in even folds, gathered by a cord. One half covers more of the
 * sheet than the other; a single light is behind it.
 */
export const curtain: Art = ({ w, h }, { palette, random }) => {
  const { figure, shade, second, spot } = palette
  const cord = h * random.between(0.58, 0.68)
  const isFlat = w > h * 1.2
  const share = isFlat ? random.between(0.6, 0.68) : random.between(0.56, 0.7)
  const folds = random.pick([7, 8, 9])
  const inward = random.chance(0.5) ? 1 : -1
  /** One half of the curtain, from `edge`, covering `span`, gathered to `waist` by the cord. */
  const half = (edge: number, way: number, span: number, waist: number, count: number): string => {
    const fall = h - cord
    let cloth = ''
    for (let i = count; i >= 1; i--) {
      const at = (reach: number) => edge + (way * reach * i) / count
      cloth += shape(
        svg`M${edge} -9H${at(span)}C${at(span)} ${cord * 0.62} ${at(waist)} ${cord * 0.66} ${at(waist)} ${cord}C${at(waist)} ${cord + fall * 0.3} ${at(waist * 2.1)} ${cord + fall * 0.6} ${at(waist * 2.1)} ${h}H${edge}z`,
        i % 2 === 0 ? figure : shade,
      )
    }
    const tie = Math.min(w, h) * 0.03
    return (
      cloth + shape(svg`M${edge} ${cord - tie / 2}h${way * waist * 1.04}v${tie}H${edge}z`, spot)
    )
  }
  const edge = inward === 1 ? 0 : w
  const light = disc(edge + inward * w * (share + 0.03), h * 0.54, Math.min(w, h) * 0.3, second)
  return (
    light +
    half(w - edge, -inward, w * (0.96 - share), w * 0.1, 4) +
    half(edge, inward, w * share, w * 0.2, folds)
  )
}

/** A mask of two halves: one laughs, one does not. */
export const mask: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, second, spot } = palette
  const high = Math.min(h * 0.86, w * 0.98)
  const wide = high * 0.8
  const [cx, cy] = [w / 2, h / 2]
  const flip = random.chance(0.5) ? -1 : 1
  const [left, top] = [cx - wide / 2, cy - high / 2]
  const rounds = wide / 2
  const faceHalf = (way: number, tone: string): string =>
    shape(
      svg`M${cx} ${top}h${way * rounds}v${high * 0.5}a${rounds} ${high * 0.5} 0 0 ${way > 0 ? 1 : 0} ${-way * rounds} ${high * 0.5}z`,
      tone,
    )
  const eye = (way: number, tone: string, up: boolean): string => {
    const [x, y] = [cx + way * wide * 0.25, top + high * 0.36]
    const r = wide * 0.14
    return shape(svg`M${x - r} ${y}a${r} ${r} 0 0 ${up ? 1 : 0} ${r * 2} 0z`, tone)
  }
  const mouth = (way: number, tone: string, smiles: boolean): string => {
    const y = top + high * (smiles ? 0.6 : 0.76)
    const r = wide * 0.27
    return shape(
      smiles
        ? svg`M${cx} ${y}h${way * r}a${r} ${r} 0 0 ${way > 0 ? 1 : 0} ${-way * r} ${r}z`
        : svg`M${cx} ${y}h${way * r}a${r} ${r} 0 0 ${way > 0 ? 0 : 1} ${-way * r} ${-r}z`,
      tone,
    )
  }
  const rays = 16
  let drawn = rect(0, 0, w, h, ground)
  for (let i = 0; i < rays; i++) {
    const angle = (Math.PI * 2 * i) / rays
    const next = angle + Math.PI / rays
    drawn += polygon(
      [
        [cx, cy],
        [cx + (w + h) * Math.cos(angle), cy + (w + h) * Math.sin(angle)],
        [cx + (w + h) * Math.cos(next), cy + (w + h) * Math.sin(next)],
      ],
      quiet,
    )
  }
  return (
    drawn +
    rect(left - wide * 0.08, top, wide * 1.16, high * 0.1, spot) +
    faceHalf(flip, figure) +
    faceHalf(-flip, second) +
    eye(flip, ground, true) +
    eye(-flip, ground, false) +
    mouth(flip, ground, true) +
    mouth(-flip, ground, false)
  )
}

/** One lamp, one chair: the beam ends on the boards of an empty stage. */
export const stage: Art = ({ w, h }, { palette, random }) => {
  const { dark, figure, shade, second, light } = palette
  const floor = h * 0.66
  const cx = w * random.pick([0.4, 0.5, 0.6])
  const lamp = cx + (random.chance(0.5) ? -1 : 1) * w * 0.34
  const r = Math.min(w * 0.3, h * 0.36)
  const y = floor + (h - floor) * 0.5
  const boards = 9
  let drawn = rect(0, 0, w, floor, dark) + rect(0, floor, w, h - floor, figure)
  for (let i = 0; i < boards; i += 2) {
    const at = (edge: number, spread: number) => cx + (edge / boards - 0.5) * w * spread
    drawn += polygon(
      [
        [at(i, 1.5), floor],
        [at(i + 1, 1.5), floor],
        [at(i + 1, 3), h],
        [at(i, 3), h],
      ],
      shade,
    )
  }
  const beam = polygon(
    [
      [lamp - r * 0.1, 0],
      [lamp + r * 0.1, 0],
      [cx + r, y],
      [cx - r, y],
    ],
    light,
  )
  const pool = shape(
    svg`M${cx - r} ${y}a${r} ${r * 0.26} 0 1 0 ${r * 2} 0a${r} ${r * 0.26} 0 1 0 ${-r * 2} 0`,
    light,
  )
  const unit = r * 0.34
  const chair = svg`M${cx - unit} ${y - unit * 2.9}v${unit * 3}M${cx - unit} ${y - unit * 1.2}h${unit * 2}v${unit * 1.3}`
  return (
    drawn +
    beam +
    pool +
    stroke(
      chair,
      second === light ? dark : second,
      unit * 0.3,
      ' stroke-linejoin="round" stroke-linecap="round"',
    )
  )
}

/** Scenery: flats of hills, one behind the other, under a moon. */
export const scenery: Art = ({ w, h }, { palette, random }) => {
  const { quiet, figure, shade, second, spot } = palette
  const tones = [quiet, shade, figure, second]
  const phase = random.between(0, 6.3)
  const moon = { x: w * random.pick([0.26, 0.74]), y: h * 0.3, r: Math.min(w, h) * 0.2 }
  const flat = (i: number, tone: string): string => {
    const y = h * (0.42 + i * 0.16)
    const high = h * (0.13 - i * 0.012)
    const shift = phase + i * 1.9
    const points = [0, 1, 2, 3, 4].map((step) => y - high * Math.sin(shift + step * 1.7))
    let d = svg`M0 ${h}V${points[0] ?? y}`
    for (let step = 1; step < points.length; step++) {
      const [from, to] = [(w * (step - 1)) / 4, (w * step) / 4]
      const middle = (from + to) / 2
      d += svg`C${middle} ${points[step - 1] ?? y} ${middle} ${points[step] ?? y} ${to} ${points[step] ?? y}`
    }
    return shape(`${d}V${Math.round(h)}z`, tone)
  }
  return (
    stroke(svg`M${moon.x} 0V${moon.y}`, spot, moon.r * 0.04) +
    disc(moon.x, moon.y, moon.r, spot) +
    tones.map((tone, i) => flat(i, tone)).join('')
  )
}
