import { QR_OPTIONS, qrPath } from '@foyer/domain'
import { useMemo } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  value: string
  /** What the picture is, for those who do not see it: the code is beside it in words. */
  label: string
}

const SIDE_PIXELS = 200

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

function drawing(value: string): { size: number; path: string } {
  const { data, size } = encode(value, QR_OPTIONS)
  return { size, path: qrPath(data) }
}
