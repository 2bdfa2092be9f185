import type {
  Appearance,
  PaymentIntent,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import type { Api } from './api.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError, validationFailure } from './errors.ts'
import { ExpressElement } from './express-element.ts'
import type { Loaded, Surroundings } from './hosted-element.ts'
import { PaymentElement } from './payment-element.ts'

type ElementsOptions = StripeElementsOptionsClientSecret | StripeElementsOptionsMode

/** Statuses in which there is nothing left to pay. */
const TERMINAL: PaymentIntent.Status[] = ['succeeded', 'canceled', 'requires_capture', 'processing']

/** A group of elements about one payment: a Payment Element, an Express Checkout Element, or both. */
export class Elements extends Emitter {
  readonly clientSecret: string | undefined
  readonly #api: Api
  readonly #options: ElementsOptions
  #appearance: Appearance
  #payment: PaymentElement | null = null
  #express: ExpressElement | null = null

  /** The appearance that the page has set for its elements and for the bank's dialog. */
  get appearance(): Appearance {
    return this.#appearance
  }

  constructor(api: Api, options: ElementsOptions) {
    super()
    this.#api = api
    this.#options = options
    this.#appearance = options.appearance ?? {}
    this.clientSecret = 'clientSecret' in options ? options.clientSecret : undefined
    if (this.clientSecret !== undefined) assertClientSecret(this.clientSecret, 'elements()')
  }

  /** @throws IntegrationError for another kind of element, or a second one of a kind. */
  create(
    type: string,
    options: StripePaymentElementOptions & StripeExpressCheckoutElementOptions = {},
  ): PaymentElement | ExpressElement {
    if (type !== 'payment' && type !== 'expressCheckout') {
      throw new IntegrationError(
        `The payments emulator has the Payment Element and the Express Checkout Element only, no element of type ${type}.`,
      )
    }
    if (this.getElement(type)) {
      throw new IntegrationError(
        `Can only create one Element of type ${type} through the same Elements instance.`,
      )
    }
    if (type === 'payment') {
      const around = this.#surroundings(() => {
        this.#payment = null
      })
      this.#payment = new PaymentElement(options, around)
      return this.#payment
    }
    const around = this.#surroundings(() => {
      this.#express = null
    })
    this.#express = new ExpressElement(options, around)
    return this.#express
  }

  getElement(type: 'payment'): PaymentElement | null
  getElement(type: string): PaymentElement | ExpressElement | null
  getElement(type: string): PaymentElement | ExpressElement | null {
    if (type === 'expressCheckout') return this.#express
    return type === 'payment' ? this.#payment : null
  }

  /** The wallet's element while a payment that the buyer confirmed in its sheet is being made. */
  get authorisedExpress(): ExpressElement | null {
    return this.#express?.authorised ? this.#express : null
  }

  /**
   * Changes the appearance of all elements. Amount and currency belong to the intent and are
   * changed there.
   */
  async update({ appearance }: StripeElementsUpdateOptions): Promise<void> {
    if (appearance) {
      this.#appearance = appearance
      this.#payment?.style(appearance)
      this.#express?.style(appearance)
    }
    await Promise.resolve()
    this.emit('update-end')
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const loaded = await this.#load()
    return 'error' in loaded ? { error: { message: loaded.error.message ?? '' } } : {}
  }

  /** Validates what was typed and shows what is missing. A wallet's sheet has nothing to correct. */
  async submit(): Promise<{ error?: StripeError; selectedPaymentMethod?: string }> {
    if (this.authorisedExpress) return { selectedPaymentMethod: 'card' }
    if (!this.#payment) throw new IntegrationError('There is no element to submit.')
    const problem = this.#payment.validate()
    return problem
      ? validationFailure(problem)
      : { selectedPaymentMethod: this.#payment.selectedMethod }
  }

  #surroundings(onDestroy: () => void): Surroundings {
    const appearance = () => this.#appearance
    return {
      get appearance() {
        return appearance()
      },
      load: () => this.#load(),
      onDestroy,
    }
  }

  async #load(): Promise<Loaded> {
    if (this.clientSecret === undefined) {
      const { amount = 0, currency = 'usd' } = 'amount' in this.#options ? this.#options : {}
      return { types: ['card'], amountMinor: amount, currency }
    }
    const { value: intent, error } = await this.#api.retrieveIntent(this.clientSecret)
    if (error) return { error }
    if (!TERMINAL.includes(intent.status)) {
      const { payment_method_types: types, amount: amountMinor, currency } = intent
      return { types, amountMinor, currency }
    }
    return { error: terminalState(intent) }
  }
}

function terminalState({ status }: PaymentIntent): StripeError {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent is in a terminal state (${status}) and cannot be used to initialize Elements.`,
  }
}

/** @throws IntegrationError for what can't be a payment intent's client secret. */
export function assertClientSecret(
  clientSecret: unknown,
  place: string,
): asserts clientSecret is string {
  if (typeof clientSecret === 'string' && /^pi_\w+_secret_\w+$/.test(clientSecret)) return
  throw new IntegrationError(
    `Invalid value for ${place}: clientSecret should be a client secret of the form \${id}_secret_\${secret}.`,
  )
}
