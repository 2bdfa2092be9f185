export interface StepperRange {
  min: number
  max: number
}

/** Keeps a quantity inside its range; a range that is empty (sold out) gives its minimum. */
export function clampQuantity(quantity: number, { min, max }: StepperRange): number {
  return Math.max(min, Math.min(max, quantity))
}

/** The quantity a key leads to, or undefined for keys that mean nothing to a stepper. */
export function quantityForKey(
  key: string,
  quantity: number,
  range: StepperRange,
): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return clampQuantity(quantity + 1, range)
    case 'ArrowDown':
    case 'ArrowLeft':
      return clampQuantity(quantity - 1, range)
    case 'Home':
      return range.min
    case 'End':
      return clampQuantity(range.max, range)
    default:
      return undefined
  }
}
