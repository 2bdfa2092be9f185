import { crop, disc, shape, svg } from '../markup.ts'
import type { Composition } from '../sheet.ts'

/**
 * Curtain folds: the cloth hangs in even folds, gathered by a cord. One half covers more of the
 * sheet than the other; a single light is behind it.
 */
export const theater: Composition = ({ width, margin, landscape, palette, random, setDate }) => {
  const { block, art } = setDate('bottom')
  const { figure, shade, second, spot } = palette
  const floor = art.y + art.h
  const cord = floor * random.between(0.58, 0.68)
  const share = landscape ? random.between(0.84, 0.96) : random.between(0.56, 0.7)
  const folds = random.pick([7, 8, 9])
  const inward = !landscape && random.chance(0.5) ? 1 : -1

  /** One half of the curtain, from `edge`, covering `span`, gathered to `waist` by the cord. */
  const half = (edge: number, way: number, span: number, waist: number, folds: number): string => {
    const fall = floor - cord
    let cloth = ''
    for (let i = folds; i >= 1; i--) {
      const at = (reach: number) => edge + (way * reach * i) / folds
      cloth += shape(
        svg`M${edge} -9H${at(span)}C${at(span)} ${cord * 0.62} ${at(waist)} ${cord * 0.66} ${at(waist)} ${cord}C${at(waist)} ${cord + fall * 0.3} ${at(waist * 2.1)} ${cord + fall * 0.6} ${at(waist * 2.1)} ${floor}H${edge}z`,
        i % 2 === 0 ? figure : shade,
      )
    }
    const tie = svg`M${edge} ${cord - margin * 0.2}h${way * waist * 1.04}v${margin * 0.4}H${edge}z`
    return cloth + shape(tie, spot)
  }

  const edge = inward === 1 ? 0 : width
  const lamp = { at: landscape ? share * 0.74 : share + 0.02, height: landscape ? 0.4 : 0.56 }
  const light = disc(edge + inward * art.w * lamp.at, floor * lamp.height, art.w * 0.21, second)
  const waist = art.w * (landscape ? 0.3 : 0.2)
  const curtain = half(edge, inward, art.w * share, waist, folds)
  const other = half(width - edge, -inward, width * (0.96 - share), width * 0.1, 4)
  const scene = light + (landscape ? '' : other) + curtain
  return { shapes: [crop({ x: 0, y: 0, w: width, h: floor }, scene)], block }
}
