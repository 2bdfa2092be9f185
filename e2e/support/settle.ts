import type { Page } from '@playwright/test'

/**
 * Waits until nothing moves or fades, so that the page still looks the same a second later. Checks
 * again in the next frame, because elements that inherit a fading colour follow one step later.
 */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isPassing = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    for (;;) {
      await new Promise(requestAnimationFrame)
      const passing = document.getAnimations().filter(isPassing)
      if (passing.length === 0) return
      await Promise.allSettled(passing.map((animation) => animation.finished))
    }
  })
