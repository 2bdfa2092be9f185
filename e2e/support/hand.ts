import type { Locator, Page } from '@playwright/test'

/** To read, to decide and to point; people who do it all day take about half of it. */
const SECONDS_A_CLICK = 2
/** Of somebody who types with more than two fingers. */
const SECONDS_A_KEY = 0.3

export interface Act {
  name: string
  clicks: number
  keys: number
  /** From the act until the next one is possible. */
  waitSeconds: number
}

/** A person at a screen: counts what they press, and how long each waits until they can go on. */
export class Hand {
  readonly acts: Act[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses `target`, and waits until `next` is there, or gone. */
  click(
    name: string,
    target: Locator,
    next: Locator,
    state: 'visible' | 'hidden' = 'visible',
  ): Promise<void> {
    return this.#time({ name, clicks: 1, keys: 0 }, () => target.first().click(), next, state)
  }

  /** Clicks into a field, and types. */
  type(
    name: string,
    field: Locator,
    text: string,
    next: Locator,
    state: 'visible' | 'hidden' = 'visible',
  ): Promise<void> {
    const act = { name, clicks: 1, keys: text.length }
    return this.#time(
      act,
      async () => {
        await field.click()
        await this.#page.keyboard.insertText(text)
      },
      next,
      state,
    )
  }

  /** Opens a list, and chooses in it. */
  choose(name: string, list: Locator, index: number, next: Locator): Promise<void> {
    const act = { name, clicks: 2, keys: 0 }
    return this.#time(act, () => list.selectOption({ index }), next, 'visible')
  }

  async #time(
    act: Omit<Act, 'waitSeconds'>,
    run: () => Promise<unknown>,
    next: Locator,
    state: 'visible' | 'hidden',
  ): Promise<void> {
    // A page behind another one draws a frame a second, for which each click would wait.
    await this.#page.bringToFront()
    const startedAt = performance.now()
    await run()
    await next.first().waitFor({ state })
    this.acts.push({ ...act, waitSeconds: (performance.now() - startedAt) / 1000 })
  }

  /** A line for each act, and what all of them take. */
  static report(acts: readonly Act[]): string {
    const sum = (of: (act: Act) => number) => acts.reduce((total, act) => total + of(act), 0)
    const clicks = sum((act) => act.clicks)
    const keys = sum((act) => act.keys)
    const waited = sum((act) => act.waitSeconds)
    const whole = waited + clicks * SECONDS_A_CLICK + keys * SECONDS_A_KEY
    return [
      ...acts.map(({ name, waitSeconds }) => `${name.padEnd(26)} ${waitSeconds.toFixed(1)} s`),
      `${clicks} clicks, ${keys} characters, ${waited.toFixed(1)} s of waiting: ${whole.toFixed(0)} s ` +
        `at ${SECONDS_A_CLICK} s a click and ${SECONDS_A_KEY} s a character`,
    ].join('\n')
  }
}
