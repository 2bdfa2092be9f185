let isPressed = false

if (typeof document !== 'undefined') {
  const listen = (type: string, pressed: boolean) =>
    document.addEventListener(
      type,
      () => {
        isPressed = pressed
      },
      { capture: true, passive: true },
    )
  listen('pointerdown', true)
  listen('pointerup', false)
  listen('pointercancel', false)
}

/**
 * Runs now, or after the click if a pointer is pressed. A message that appears when a field is left
 * would otherwise move the button that is being pressed, and the click would be lost.
 */
export function onceReleased(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const ends = new AbortController()
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(
      type,
      () => {
        ends.abort()
        setTimeout(run)
      },
      { signal: ends.signal },
    )
  }
}
