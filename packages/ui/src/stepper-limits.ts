export interface StepperRange {
  min: number
  max: number
}

/** Clamps a quantity to its range; an empty range (sold out) gives its minimum. */
export function clampQuantity(quantity: number, { min, max }: StepperRange): number {
  return Math.max(min, Math.min(max, quantity))
}

/** The quantity that a key sets, or undefined for other keys. */
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
