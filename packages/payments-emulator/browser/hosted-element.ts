import type { Appearance, StripeError } from '@stripe/stripe-js'
import { containerOf, h } from './dom.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError } from './errors.ts'

/**
 * The payment methods and the amount of an intent, or an error if the intent can no longer be paid.
 */
export type Loaded = Payable | { error: StripeError }

export interface Payable {
  types: readonly string[]
  amountMinor: number
  currency: string
}

/** What an element is given by the group that it belongs to. */
export interface Surroundings {
  appearance: Appearance
  /** Loads what an element shows, or the reason why nothing can be paid. */
  load: () => Promise<Loaded>
  onDestroy: () => void
}

/**
 * An element of the provider on the page. It lives in an open shadow root: as separate from the page's
 * styles and forms as Stripe's frame is, but open to password managers, screen readers and tests.
 */
export abstract class HostedElement extends Emitter {
  protected readonly host = h('div')
  protected readonly root = this.host.attachShadow({ mode: 'open' })
  protected readonly surroundings: Surroundings
  protected isDestroyed = false
  readonly #elementType: string

  constructor(elementType: string, surroundings: Surroundings) {
    super()
    this.#elementType = elementType
    this.surroundings = surroundings
    this.host.addEventListener('focusin', () => this.report('focus'))
    this.host.addEventListener('focusout', () => this.report('blur'))
  }

  /** Applies an appearance; called again whenever the page changes it. */
  abstract style(appearance: Appearance): void

  /** Shows what was loaded, and emits 'ready'. */
  protected abstract show(payable: Payable): void

  /** Adds the element to the page, complete at once, so that the layout does not shift. */
  mount(target: string | HTMLElement): void {
    if (this.isDestroyed) {
      throw new IntegrationError(
        'This Element has already been destroyed. Please create a new one.',
      )
    }
    containerOf(target).replaceChildren(this.host)
    void this.#announce()
  }

  unmount(): void {
    this.host.remove()
  }

  destroy(): void {
    this.unmount()
    this.isDestroyed = true
    this.surroundings.onDestroy()
  }

  /** Emits an event with the type of the element. Returns whether there was a handler. */
  protected report(event: string, detail: object = {}): boolean {
    return this.emit(event, { elementType: this.#elementType, ...detail })
  }

  async #announce(): Promise<void> {
    await Promise.resolve()
    this.report('loaderstart')
    const loaded = await this.surroundings.load()
    if (this.isDestroyed) return
    if ('error' in loaded) this.report('loaderror', { error: loaded.error })
    else this.show(loaded)
  }
}
