import type {
  Appearance,
  PaymentIntent,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import type { Api } from './api.ts'
import { Emitter } from './emitter.ts'
import { IntegrationError, validationFailure } from './errors.ts'
import { type Loaded, PaymentElement } from './payment-element.ts'

type ElementsOptions = StripeElementsOptionsClientSecret | StripeElementsOptionsMode

/** Statuses in which there is nothing left to pay. */
const TERMINAL: PaymentIntent.Status[] = ['succeeded', 'canceled', 'requires_capture', 'processing']

/** A group of elements about one payment; here it has one element at most. */
export class Elements extends Emitter {
  readonly clientSecret: string | undefined
  readonly #api: Api
  #appearance: Appearance
  #payment: PaymentElement | null = null

  /** The appearance that the page has set for its elements and for the bank's dialog. */
  get appearance(): Appearance {
    return this.#appearance
  }

  constructor(api: Api, options: ElementsOptions) {
    super()
    this.#api = api
    this.#appearance = options.appearance ?? {}
    this.clientSecret = 'clientSecret' in options ? options.clientSecret : undefined
    if (this.clientSecret !== undefined) assertClientSecret(this.clientSecret, 'elements()')
  }

  /** @throws IntegrationError for another element than the Payment Element, or a second one. */
  create(type: string, options: StripePaymentElementOptions = {}): PaymentElement {
    if (type !== 'payment') {
      throw new IntegrationError(
        `The payments emulator has the Payment Element only, no element of type ${type}.`,
      )
    }
    if (this.#payment) {
      throw new IntegrationError(
        'Can only create one Element of type payment through the same Elements instance.',
      )
    }
    this.#payment = new PaymentElement(options, {
      appearance: this.#appearance,
      load: () => this.#load(),
      onDestroy: () => {
        this.#payment = null
      },
    })
    return this.#payment
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' ? this.#payment : null
  }

  /**
   * Changes the appearance of all elements. Amount and currency belong to the intent and are
   * changed there.
   */
  async update({ appearance }: StripeElementsUpdateOptions): Promise<void> {
    if (appearance) {
      this.#appearance = appearance
      this.#payment?.style(appearance)
    }
    await Promise.resolve()
    this.emit('update-end')
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const loaded = await this.#load()
    return 'error' in loaded ? { error: { message: loaded.error.message ?? '' } } : {}
  }

  /** Validates what was typed and shows what is missing. */
  async submit(): Promise<{ error?: StripeError; selectedPaymentMethod?: string }> {
    if (!this.#payment) throw new IntegrationError('There is no element to submit.')
    const problem = this.#payment.validate()
    return problem
      ? validationFailure(problem)
      : { selectedPaymentMethod: this.#payment.selectedMethod }
  }

  async #load(): Promise<Loaded> {
    if (this.clientSecret === undefined) return { types: ['card'] }
    const { value: intent, error } = await this.#api.retrieveIntent(this.clientSecret)
    if (error) return { error }
    if (!TERMINAL.includes(intent.status)) return { types: intent.payment_method_types }
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
