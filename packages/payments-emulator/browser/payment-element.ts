import type { Appearance, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js'
import type { Params } from './api.ts'
import { applyVariables, rulesText } from './appearance.ts'
import { assertBillingPassed, mergeBilling } from './billing.ts'
import { CardForm } from './card-form.ts'
import { containerOf, h } from './dom.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError, type ValidationError } from './errors.ts'
import { MethodTabs } from './method-tabs.ts'
import { ELEMENT_STYLE, styleSheet } from './style.ts'

const ELEMENT_TYPE = { elementType: 'payment' }

/**
 * The payment methods and the amount of an intent, or an error if the intent can no longer be paid.
 */
export type Loaded =
  | { types: readonly string[]; amountMinor: number; currency: string }
  | { error: StripeError }

/** What an element is given by the group that it belongs to. */
export interface Surroundings {
  appearance: Appearance
  /** Loads what an element shows, or the reason why nothing can be paid. */
  load: () => Promise<Loaded>
  onDestroy: () => void
}

/**
 * The Payment Element. It lives in an open shadow root: as separate from the page's styles and
 * forms as Stripe's frame is, but open to password managers, screen readers and tests.
 */
export class PaymentElement extends Emitter {
  readonly #host = h('div')
  readonly #form: CardForm
  readonly #tabs: MethodTabs
  readonly #rules = new CSSStyleSheet()
  readonly #surroundings: Surroundings
  #options: StripePaymentElementOptions
  #destroyed = false
  #reported = ''

  constructor(options: StripePaymentElementOptions, surroundings: Surroundings) {
    super()
    this.#options = options
    this.#surroundings = surroundings
    this.#form = new CardForm(() => this.#report())
    this.#tabs = new MethodTabs([testNote(), this.#form.element], () => this.#report())
    const root = this.#host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet(ELEMENT_STYLE), this.#rules]
    root.append(...this.#tabs.elements)
    this.#form.update(options)
    this.style(surroundings.appearance)
    this.#listen()
  }

  /** Adds the element to the page, complete at once, so that the layout does not shift. */
  mount(target: string | HTMLElement): void {
    if (this.#destroyed) {
      throw new IntegrationError(
        'This Element has already been destroyed. Please create a new one.',
      )
    }
    containerOf(target).replaceChildren(this.#host)
    void this.#announce()
  }

  unmount(): void {
    this.#host.remove()
  }

  destroy(): void {
    this.unmount()
    this.#destroyed = true
    this.#surroundings.onDestroy()
  }

  update(options: Partial<StripePaymentElementOptions>): this {
    this.#options = { ...this.#options, ...options }
    this.#form.update(this.#options)
    this.#report()
    return this
  }

  focus(): void {
    this.#form.focus()
  }

  blur(): void {
    this.#form.blur()
  }

  clear(): void {
    this.#form.clear()
    this.#report()
  }

  /** Does nothing: the element has tabs, which do not collapse. */
  collapse(): this {
    return this
  }

  /** Applies an appearance; called again whenever the page changes it. */
  style(appearance: Appearance): void {
    applyVariables(this.#host, appearance)
    this.#rules.replaceSync(rulesText(appearance.rules))
  }

  /** The type of the payment method that the buyer has chosen. */
  get selectedMethod(): string {
    return this.#tabs.selected
  }

  validate(): ValidationError | null {
    return this.#tabs.selected === 'card' ? this.#form.validate() : null
  }

  showDecline(error: StripeError): void {
    this.#form.showDecline(error)
  }

  /**
   * What was typed, as `payment_method_data`.
   *
   * @throws IntegrationError if the page has switched off a field and does not pass its value.
   */
  methodData(billingDetails: Params | undefined): Params {
    assertBillingPassed(this.#options.fields?.billingDetails, billingDetails)
    const { selected: type } = this.#tabs
    const isCard = type === 'card'
    const typed = isCard ? this.#form.address() : {}
    return {
      type,
      ...(isCard && { card: this.#form.card() }),
      billing_details: mergeBilling(this.#options.defaultValues, typed, billingDetails),
    }
  }

  #listen(): void {
    this.#host.addEventListener('focusin', () => this.emit('focus', ELEMENT_TYPE))
    this.#host.addEventListener('focusout', () => this.emit('blur', ELEMENT_TYPE))
    this.#form.element.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape') this.emit('escape', ELEMENT_TYPE)
      // Fields in a shadow root are not part of the form around them, but Enter should still submit it.
      const submits = key === 'Enter' && target instanceof HTMLInputElement
      if (submits) this.#host.closest('form')?.requestSubmit()
    })
  }

  async #announce(): Promise<void> {
    await Promise.resolve()
    this.emit('loaderstart', ELEMENT_TYPE)
    const loaded = await this.#surroundings.load()
    if (this.#destroyed) return
    if ('error' in loaded) {
      this.emit('loaderror', { ...ELEMENT_TYPE, error: loaded.error })
      return
    }
    this.#tabs.offer(loaded.types)
    this.emit('ready', ELEMENT_TYPE)
    this.#report()
  }

  /** Emits `change` if the state of the form differs from the one that was emitted last. */
  #report(): void {
    const { selected: type } = this.#tabs
    const { country = null, postal_code: postalCode = null } = this.#form.address()
    const event = {
      ...ELEMENT_TYPE,
      collapsed: false,
      complete: type !== 'card' || this.#form.isComplete,
      empty: type === 'card' && this.#form.isEmpty,
      value: { type, billingDetails: { address: { country, postalCode } } },
    }
    const state = JSON.stringify(event)
    if (state === this.#reported) return
    this.#reported = state
    this.emit('change', event)
  }
}

function testNote(): HTMLElement {
  const number = h('b', {}, '4242 4242 4242 4242')
  return h('p', { class: 'Note' }, 'Test mode: use ', number, ', any future date and CVC')
}
