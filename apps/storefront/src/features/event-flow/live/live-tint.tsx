import { useState } from 'react'

/**
 * A wash of colour behind its parent's words when `of` changes before the buyer's eyes; nothing at
 * first. The parent is `relative isolate`.
 */
export function LiveTint({ of }: { of: string }) {
  const [first] = useState(of)
  const [isChanged, setChanged] = useState(false)
  if (!isChanged && of !== first) setChanged(true)
  // A new element for each value: that alone starts its animation again.
  return isChanged ? <span key={of} aria-hidden="true" className="live-tint" /> : null
}
