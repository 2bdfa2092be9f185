import { useMemo } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  value: string
  /** What the picture is, for those who do not see it: the code is beside it in words. */
  label: string
}

const SIDE_PIXELS = 200
const MARGIN_MODULES = 2

/** A QR code, 200 px wide with a margin of 2: dark on white in every theme, sharp at any zoom. */
export function QrCode({ value, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawing(value), [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PIXELS}
      height={SIDE_PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="bg-white forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** One path of horizontal runs: a few hundred bytes where a rectangle per module is thousands. */
function drawing(value: string): { size: number; path: string } {
  const { data, size } = encode(value, { ecc: 'M', border: MARGIN_MODULES })
  const runs: string[] = []
  data.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] && start < 0) start = x
      else if (!row[x] && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1H${start}z`)
        start = -1
      }
    }
  })
  return { size, path: runs.join('') }
}
