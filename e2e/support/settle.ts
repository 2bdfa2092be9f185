import type { Page } from '@playwright/test'

/** How much later than its time an animation may end, on a busy machine too, before it stands still. */
const LATE_MS = 2000

/**
 * Waits until nothing moves or fades, so that the page still looks the same a second later. Checks
 * again in the next frame, because elements that inherit a fading colour follow one step later. An
 * animation that stands still for ever was seen once, on a phone's checkout, and held a test until its
 * time was out: none is waited for much longer than it takes.
 */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async (lateMs) => {
    const over = new WeakSet<Animation>()
    const isPassing = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
      !over.has(animation)
    const leftMs = ({ effect, currentTime }: Animation) =>
      Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0)
    const end = async (animation: Animation) => {
      const standsStill = new Promise((resolve) => setTimeout(resolve, leftMs(animation) + lateMs))
      await Promise.race([animation.finished.catch(() => {}), standsStill])
      over.add(animation)
    }
    for (;;) {
      await new Promise(requestAnimationFrame)
      const passing = document.getAnimations().filter(isPassing)
      if (passing.length === 0) return
      await Promise.all(passing.map(end))
    }
  }, LATE_MS)
