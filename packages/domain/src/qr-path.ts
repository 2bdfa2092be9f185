/** How every QR code of ours is made: readable when a quarter of a glossy screen is a reflection. */
export const QR_OPTIONS = { ecc: 'M', border: 2 } as const

/**
 * The dark modules as one SVG path of horizontal runs, a module to the unit: a few kilobytes where
 * a rectangle per module is tens.
 */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] && start < 0) start = x
      else if (!row[x] && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1H${start}z`)
        start = -1
      }
    }
  })
  return runs.join('')
}
