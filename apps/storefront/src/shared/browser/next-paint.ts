/** Resolves after the next paint, so that a press shows before heavy rendering. Browser only. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
