import type { Face } from '../../../adapters/fonts/fonts.ts'
import { type VisualRun, visualRuns } from '../../../adapters/fonts/visual-runs.ts'
import { BoundedMap } from '../../../engine/bounded-map.ts'

/** Half a megabyte. The fixed texts of every ticket always fit. */
const MOST_CACHED = 10_000
const cache = new BoundedMap<string, number>(MOST_CACHED)

/** Returns the width of a text on one line, in points. */
export function widthOf(text: string, { face, size }: { face: Face; size: number }): number {
  const key = `${face}/${text}`
  let ems = cache.get(key)
  if (ems === undefined) {
    ems = visualRuns(text, face).reduce((sum, run) => sum + runWidth(run, 1), 0)
    cache.set(key, ems)
  }
  return ems * size
}

export function runWidth({ text, slice }: VisualRun, size: number): number {
  const font = slice.font()
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}
