import { SIGNATURE_BOX, WAIVER_LIMITS } from '@foyer/domain'
import { Button } from '@foyer/ui'
import { type PointerEvent, useRef } from 'react'

interface SignaturePadProps {
  /** The strokes as an SVG path; empty at first. */
  value: string
  onChange: (value: string) => void
}

/** An area to sign in with a finger, a pen or the mouse. The typed signature is its alternative for a keyboard. */
export function SignaturePad({ value, onChange }: SignaturePadProps) {
  const last = useRef<string | null>(null)
  // Several moves may arrive before the next rendering.
  const path = useRef(value)
  path.current = value

  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (share: number, size: number) =>
      Math.min(size, Math.max(0, Math.round(share * size)))
    const x = within((clientX - box.left) / box.width, SIGNATURE_BOX.width)
    const y = within((clientY - box.top) / box.height, SIGNATURE_BOX.height)
    return `${x} ${y}`
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (last.current === null) return
    const point = pointOf(event)
    const start = path.current.endsWith(last.current) ? '' : `M${last.current}`
    const next = `${path.current}${start}L${point}`
    if (point === last.current || next.length > WAIVER_LIMITS.signature) return
    last.current = point
    path.current = next
    onChange(next)
  }
  const end = () => {
    last.current = null
  }
  return (
    <div>
      <svg
        role="img"
        aria-label={value ? 'Your drawn signature' : 'Area to draw your signature in'}
        viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
        className="block w-full cursor-crosshair touch-none rounded-md border border-edge-strong bg-raised"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = pointOf(event)
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {/* The line to sign on. */}
        <path
          d={`M${SIGNATURE_BOX.width * 0.06} ${SIGNATURE_BOX.height * 0.78}H${SIGNATURE_BOX.width * 0.94}`}
          className="stroke-edge-strong"
          strokeWidth={2}
        />
        <path
          d={value}
          fill="none"
          stroke="currentColor"
          strokeWidth={4}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Button variant="ghost" className="mt-1" onClick={() => onChange('')}>
        Clear Signature
      </Button>
    </div>
  )
}
