import type { Appearance, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js'
import type { Params } from './api.ts'
import { applyVariables, rulesText } from './appearance.ts'
import { assertBillingPassed, mergeBilling } from './billing.ts'
import { CardForm } from './card-form.ts'
import { h } from './dom.ts'
import type { ValidationError } from './errors.ts'
import { HostedElement, type Payable, type Surroundings } from './hosted-element.ts'
import { MethodTabs } from './method-tabs.ts'
import { ELEMENT_STYLE, styleSheet } from './style.ts'

/** The Payment Element: a form for cards, and tabs for other methods. */
export class PaymentElement extends HostedElement {
  readonly #form: CardForm
  readonly #tabs: MethodTabs
  readonly #rules = new CSSStyleSheet()
  #options: StripePaymentElementOptions
  #reported = ''

  constructor(options: StripePaymentElementOptions, surroundings: Surroundings) {
    super('payment', surroundings)
    this.#options = options
    this.#form = new CardForm(() => this.#reportChange())
    this.#tabs = new MethodTabs([testNote(), this.#form.element], () => this.#reportChange())
    this.root.adoptedStyleSheets = [styleSheet(ELEMENT_STYLE), this.#rules]
    this.root.append(...this.#tabs.elements)
    this.#form.update(options)
    this.style(surroundings.appearance)
    this.#listen()
  }

  update(options: Partial<StripePaymentElementOptions>): this {
    this.#options = { ...this.#options, ...options }
    this.#form.update(this.#options)
    this.#reportChange()
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
    this.#reportChange()
  }

  /** Does nothing: the element has tabs, which do not collapse. */
  collapse(): this {
    return this
  }

  override style(appearance: Appearance): void {
    applyVariables(this.host, appearance)
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
    this.#form.element.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape') this.report('escape')
      // Fields in a shadow root are not part of the form around them, but Enter should still submit it.
      const submits = key === 'Enter' && target instanceof HTMLInputElement
      if (submits) this.host.closest('form')?.requestSubmit()
    })
  }

  protected override show({ types }: Payable): void {
    this.#tabs.offer(types)
    this.report('ready')
    this.#reportChange()
  }

  /** Emits `change` if the state of the form differs from the one that was emitted last. */
  #reportChange(): void {
    const { selected: type } = this.#tabs
    const { country = null, postal_code: postalCode = null } = this.#form.address()
    const event = {
      collapsed: false,
      complete: type !== 'card' || this.#form.isComplete,
      empty: type === 'card' && this.#form.isEmpty,
      value: { type, billingDetails: { address: { country, postalCode } } },
    }
    const state = JSON.stringify(event)
    if (state === this.#reported) return
    this.#reported = state
    this.report('change', event)
  }
}

function testNote(): HTMLElement {
  const number = h('b', {}, '4242 4242 4242 4242')
  return h('p', { class: 'Note' }, 'Test mode: use ', number, ', any future date and CVC')
}
