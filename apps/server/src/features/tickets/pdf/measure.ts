import { BoundedMap } from '../../../engine/bounded-map.ts'
import type { Face } from './fonts.ts'
import { type VisualRun, visualRuns } from './visual-runs.ts'

/** Half a megabyte; the words of every ticket are among them at all times. */
const MOST_KEPT = 10_000
const kept = new BoundedMap<string, number>(MOST_KEPT)

/** How wide a text is on one line, in points at this size. */
export function widthOf(text: string, { face, size }: { face: Face; size: number }): number {
  const key = `${face}/${text}`
  let ems = kept.get(key)
  if (ems === undefined) {
    ems = visualRuns(text, face).reduce((sum, run) => sum + runWidth(run, 1), 0)
    kept.set(key, ems)
  }
  return ems * size
}

export function runWidth({ text, slice }: VisualRun, size: number): number {
  const font = slice.font()
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}
