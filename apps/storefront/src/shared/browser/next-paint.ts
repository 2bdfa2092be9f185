/**
 * Resolves once what stands now is on the screen: a press shows before what it leads to is drawn,
 * where that takes a while. For the browser alone.
 */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
