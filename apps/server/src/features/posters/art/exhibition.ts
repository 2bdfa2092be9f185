import { crop, disc, polygon, type Rect, rect, shape, stroke, svg } from '../markup.ts'
import type { Art } from './art.ts'

/**
 * Framed planes: a wall full of framed works, one larger than the rest, some cut off by the sheet's
 * edge.
 */
export const wall: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, shade, second, spot, type } = palette
  const air = Math.min(w, h) * 0.045
  const boxes: Rect[] = []
  /** Divides the wall into works; the first cut is the most uneven one. */
  const hang = (box: Rect, depth: number): void => {
    if (depth === 0) {
      boxes.push(box)
      return
    }
    const isAcross = box.w > box.h * 1.05
    const share = random.pick([0.36, 0.4, 0.6, 0.64])
    const length = (isAcross ? box.w : box.h) - air
    const first = length * share
    const a = isAcross ? { ...box, w: first } : { ...box, h: first }
    const b = isAcross
      ? { ...box, x: box.x + first + air, w: length - first }
      : { ...box, y: box.y + first + air, h: length - first }
    const [large, small] = share > 0.5 ? [a, b] : [b, a]
    hang(large, depth === 3 ? 1 : depth - 1)
    hang(small, Math.max(0, depth - 2))
  }
  hang({ x: -air, y: -air, w: w + air * 2, h: h + air * 2 }, 3)
  const canvases = [figure, second, quiet, spot, shade]
  const turn = random.whole(0, 4)
  return boxes
    .map((box, index) => {
      const canvas = canvases[(index + turn) % 5] ?? figure
      const mark = canvases[(index + turn + (index % 2 === 0 ? 1 : 3)) % 5] ?? ground
      const side = Math.min(box.w, box.h)
      const { x, y } = box
      const works = [
        disc(x + box.w * 0.5, y + box.h * 0.5, side * 0.33, mark),
        disc(x + box.w, y + box.h, side * 0.82, mark),
        shape(svg`M${x} ${y + box.h * 0.58}h${box.w}V${y + box.h}h${-box.w}z`, mark) +
          disc(x + box.w * 0.64, y + box.h * 0.58, side * 0.24, type),
        polygon(
          [
            [x, y + box.h],
            [x + box.w, y],
            [x + box.w, y + box.h],
          ],
          mark,
        ),
        shape(
          svg`M${x + box.w * 0.2} ${y + box.h}v${-box.h * 0.5}a${box.w * 0.3} ${box.w * 0.3} 0 0 1 ${box.w * 0.6} 0v${box.h}z`,
          mark,
        ),
      ]
      return crop(box, rect(x, y, box.w, box.h, canvas) + (works[(index * 2 + turn) % 5] ?? ''))
    })
    .join('')
}

/** Tiles of quarter circles, laid without a repeat. */
export const tiles: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, second, spot } = palette
  const rows = w > h * 1.5 ? 3 : h > w * 1.3 ? 5 : 4
  const size = h / rows
  const columns = Math.ceil(w / size)
  const left = (w - columns * size) / 2
  const lone = { row: random.whole(0, rows - 1), column: random.whole(0, columns - 1) }
  let drawn = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left + column * size, row * size]
      const [back, front] = random.pick([
        [quiet, figure],
        [figure, second],
        [second, figure],
        [quiet, second],
        [ground, figure],
      ])
      drawn += rect(x, y, size + 0.5, size + 0.5, back)
      if (row === lone.row && column === lone.column) {
        drawn += disc(x + size / 2, y + size / 2, size * 0.36, spot)
        continue
      }
      const corner = random.whole(0, 3)
      const facing = svg`translate(${x + size / 2} ${y + size / 2}) rotate(${corner * 90})`
      const half = size / 2
      const piece = random.chance(0.7)
        ? svg`M${-half} ${-half}h${size}a${size} ${size} 0 0 1 ${-size} ${size}z`
        : svg`M${-half} ${half}a${half} ${half} 0 0 1 ${size} 0z`
      drawn += `<g transform="${facing}">${shape(piece, front)}</g>`
    }
  }
  return drawn
}

/** A mobile: plates that hang from rods, in balance. */
export const mobile: Art = ({ w, h }, { palette, random }) => {
  const { figure, second, spot, shade, type } = palette
  const line = Math.min(w, h) * 0.013
  const flip = random.chance(0.5) ? -1 : 1
  const tones = [figure, second, spot, shade]
  const turn = random.whole(0, 3)
  const tone = (i: number) => tones[(i + turn) % 4] ?? figure
  let rods = ''
  let plates = ''
  const span = Math.min(w * 0.94, h * 1.15)
  /** Hangs a plate from a rod's end: a disc, a half disc or a leaf. */
  const plate = (x: number, y: number, r: number, i: number): void => {
    const kinds = [
      disc(x, y + r, r, tone(i)),
      shape(svg`M${x - r} ${y}h${r * 2}a${r} ${r} 0 0 1 ${-r * 2} 0z`, tone(i)),
      shape(
        svg`M${x} ${y}q${r * 1.7} ${r * 1.1} 0 ${r * 2.4}q${-r * 1.7} ${-r * 1.3} 0 ${-r * 2.4}z`,
        tone(i),
      ),
    ]
    plates += kinds[i % 3] ?? ''
  }
  let [x, y, reach] = [w / 2 - flip * span * 0.08, 0, span * 0.5]
  const levels = 4
  for (let i = 0; i < levels; i++) {
    const drop = h * (i === 0 ? 0.12 : 0.1)
    const long = reach * random.between(0.95, 1.05)
    const short = reach * 0.62
    const way = flip * (i % 2 === 0 ? 1 : -1)
    const [nearX, farX] = [x - way * short, x + way * long]
    const [nearY, farY] = [y + drop + h * 0.035, y + drop - h * 0.02]
    rods += svg`M${x} ${y}V${y + drop}M${nearX} ${nearY}Q${x} ${y + drop - h * 0.04} ${farX} ${farY}`
    const r = Math.min(w, h) * (0.16 - i * 0.022)
    rods += svg`M${farX} ${farY}v${h * 0.06}`
    plate(farX, farY + h * 0.06, r, i)
    if (i === levels - 1) {
      rods += svg`M${nearX} ${nearY}v${h * 0.06}`
      plate(nearX, nearY + h * 0.06, r * 0.9, i + 1)
    }
    ;[x, y, reach] = [nearX, nearY, reach * 0.7]
  }
  return stroke(rods, type, line, ' stroke-linecap="round"') + plates
}

/** A still life of solids: an arch, a ball, a cone and a block on a shelf. */
export const solids: Art = ({ w, h }, { palette, random }) => {
  const { ground, quiet, figure, shade, second, spot } = palette
  const shelf = h * 0.82
  const unit = Math.min(h * 0.3, w * 0.22)
  const order = random.pick([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ])
  const solid = (kind: number, x: number): string => {
    if (kind === 0) {
      const [wide, high] = [unit * 1.25, unit * 2.2]
      const hole = wide * 0.32
      return (
        shape(
          svg`M${x - wide / 2} ${shelf}v${wide / 2 - high}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V${shelf}z`,
          figure,
        ) +
        shape(
          svg`M${x - hole} ${shelf}v${hole - high * 0.62}a${hole} ${hole} 0 0 1 ${hole * 2} 0V${shelf}z`,
          ground,
        )
      )
    }
    if (kind === 1) {
      const r = unit * 0.62
      return (
        rect(x - r, shelf - unit * 0.66, r * 2, unit * 0.66, shade) +
        disc(x, shelf - unit * 0.66 - r, r, spot) +
        shape(
          svg`M${x} ${shelf - unit * 0.66 - r * 2}a${r} ${r} 0 0 1 0 ${r * 2}a${r * 1.4} ${r * 1.4} 0 0 0 0 ${-r * 2}z`,
          second,
        )
      )
    }
    return (
      polygon(
        [
          [x - unit * 0.6, shelf],
          [x, shelf - unit * 1.75],
          [x + unit * 0.6, shelf],
        ],
        second,
      ) +
      polygon(
        [
          [x, shelf - unit * 1.75],
          [x + unit * 0.6, shelf],
          [x + unit * 0.1, shelf],
        ],
        shade,
      )
    )
  }
  const gap = Math.min(w * 0.3, unit * 1.5)
  return (
    rect(0, 0, w, shelf, quiet) +
    disc(w * 0.5 + gap * random.pick([-0.8, 0.8]), h * 0.36, unit * 1.15, ground) +
    order.map((kind, i) => solid(kind, w / 2 + (i - 1) * gap)).join('') +
    rect(0, shelf, w, h - shelf, figure) +
    rect(0, shelf, w, (h - shelf) * 0.2, shade)
  )
}
