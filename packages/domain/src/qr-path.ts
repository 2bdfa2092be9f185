/**
 * The options of every QR code. With M a scanner can correct 15 % of the code, for example a
 * reflection on a screen.
 */
export const QR_OPTIONS = { ecc: 'M', border: 2 } as const

/**
 * The dark modules as one SVG path of horizontal runs, one unit per module: a few kilobytes instead
 * of tens for a rectangle per module.
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
