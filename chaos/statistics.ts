/** The value below which the given share of `values` lies; 0 if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How much `y` grows per `x`, by least squares; 0 for fewer than two points. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const shared = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return spread === 0 ? 0 : shared / spread
}
