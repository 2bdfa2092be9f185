import { useState } from 'react'

/**
 * Briefly tints the background of its parent when `of` changes; not on first render. The parent is
 * `relative isolate`.
 */
export function LiveTint({ of }: { of: string }) {
  const [first] = useState(of)
  const [isChanged, setChanged] = useState(false)
  if (!isChanged && of !== first) setChanged(true)
  // A new element for each value restarts the animation.
  return isChanged ? <span key={of} aria-hidden="true" className="live-tint" /> : null
}
