import type { Page } from '@playwright/test'

/**
 * Waits until nothing moves or fades: what is looked at now looks so a second later. Asked again in
 * the next frame, since a colour that fades hands its steps on to those who inherit it.
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
