import type { StripeError, StripePaymentElementOptions } from '@stripe/stripe-js'
import { brandOf } from '../src/cards/brands.ts'
import type { Params } from './api.ts'
import { isNever } from './billing.ts'
import { countries, likelyCountry } from './countries.ts'
import { h, svg } from './dom.ts'
import type { ValidationError } from './errors.ts'
import { Field } from './field.ts'
import { digitsOf, formatCvc, formatExpiry, formatNumber, rewrite } from './formats.ts'
import {
  asksPostalCode,
  checkCvc,
  checkExpiry,
  checkNumber,
  checkPostalCode,
  parseExpiry,
} from './validation.ts'

/** The field that an error code of the bank belongs to; other codes belong to the number. */
const FIELD_OF_CODE: Record<string, 'expiry' | 'cvc'> = {
  expired_card: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
}

/** What is said at the field. The page shows the sentence of the bank; it need not be read twice. */
const DECLINED_TEXTS = {
  number: 'Check the number, or use another card.',
  expiry: 'Check the expiration date.',
  cvc: 'Check the security code.',
} as const

/** The fields of a card payment: their values, and what is wrong with them. */
export class CardForm {
  readonly element: HTMLFormElement
  readonly #number: HTMLInputElement
  readonly #expiry: HTMLInputElement
  readonly #cvc: HTMLInputElement
  readonly #country: HTMLSelectElement
  readonly #postalCode: HTMLInputElement
  readonly #fields: Record<'number' | 'expiry' | 'cvc' | 'country' | 'postalCode', Field>
  /** The name of the card's brand; empty until the digits identify it. */
  readonly #brand = h('span', { class: 'Brand' })
  #options: StripePaymentElementOptions = {}

  constructor(onChange: () => void) {
    this.#number = textInput('cardnumber', 'cc-number', '1234 1234 1234 1234')
    this.#number.classList.add('Input--number')
    this.#expiry = textInput('exp-date', 'cc-exp', 'MM / YY')
    this.#cvc = textInput('cvc', 'cc-csc', 'CVC')
    this.#postalCode = textInput('postal', 'billing postal-code', '12345')
    this.#country = h('select', { name: 'country', autocomplete: 'billing country' })
    this.#country.classList.add('Input--select')
    this.#fields = this.#makeFields()
    this.element = h(
      'form',
      { class: 'Grid', novalidate: '', autocomplete: 'on' },
      ...Object.values(this.#fields).map((field) => field.element),
    )
    this.element.addEventListener('input', (event) => {
      this.#tidy(event)
      onChange()
    })
    this.element.addEventListener('submit', (event) => event.preventDefault())
  }

  get #all(): Field[] {
    return Object.values(this.#fields)
  }

  get isEmpty(): boolean {
    return [this.#number, this.#expiry, this.#cvc].every((input) => input.value === '')
  }

  get isComplete(): boolean {
    return this.#all.every((field) => field.problem() === null)
  }

  /** Applies the options of the element; values that were typed stay. */
  update(options: StripePaymentElementOptions): void {
    const before = this.#options.defaultValues?.billingDetails?.address
    const address = options.defaultValues?.billingDetails?.address
    this.#options = options
    this.#offerCountries()
    if (address?.country && address.country !== before?.country) {
      this.#country.value = address.country
    }
    if (address?.postal_code && address.postal_code !== before?.postal_code) {
      this.#postalCode.value = address.postal_code
    }
    for (const { input } of this.#all) input.disabled = options.readOnly === true
    this.#layOut()
  }

  /** Shows all errors and focuses the first field that has one. Returns that field's error. */
  validate(): ValidationError | null {
    const wrong = this.#all.filter((field) => field.problem() !== null)
    for (const field of this.#all) field.show(field.problem()?.message ?? null)
    wrong[0]?.input.focus()
    return wrong[0]?.problem() ?? null
  }

  /** Shows a decline under the field that it belongs to. */
  showDecline({ type, code, message }: StripeError): void {
    if (type !== 'card_error' || message === undefined) return
    const name = FIELD_OF_CODE[code ?? ''] ?? 'number'
    this.#fields[name].show(DECLINED_TEXTS[name])
  }

  card(): Params {
    const { month, year } = parseExpiry(this.#expiry.value)
    return {
      number: digitsOf(this.#number.value),
      exp_month: String(month),
      exp_year: String(year),
      cvc: this.#cvc.value,
    }
  }

  /** The parts of the billing address that the form asks for. */
  address(): { country?: string; postal_code?: string } {
    const { country, postalCode } = this.#fields
    return {
      ...(!country.element.hidden && { country: this.#country.value }),
      ...(!postalCode.element.hidden && { postal_code: this.#postalCode.value.trim() }),
    }
  }

  focus(): void {
    const field = this.#all.find(({ isInvalid }) => isInvalid) ?? this.#fields.number
    field.input.focus()
  }

  blur(): void {
    for (const { input } of this.#all) input.blur()
  }

  clear(): void {
    for (const input of [this.#number, this.#expiry, this.#cvc, this.#postalCode]) input.value = ''
    for (const field of this.#all) field.show(null)
    this.#showBrand()
  }

  /** Formats the field that was just typed into. */
  #tidy(event: Event): void {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    if (event.target === this.#number) {
      rewrite(this.#number, formatNumber(this.#number.value))
      this.#showBrand()
    }
    if (event.target === this.#expiry) {
      rewrite(this.#expiry, formatExpiry(this.#expiry.value, deleting))
    }
    if (event.target === this.#cvc)
      rewrite(this.#cvc, formatCvc(this.#cvc.value, this.#number.value))
    if (event.target === this.#country) this.#layOut()
  }

  #showBrand(): void {
    const { id, name, cvcLength } = brandOf(digitsOf(this.#number.value))
    this.#brand.textContent = id === 'unknown' ? '' : name
    this.#cvc.placeholder = cvcLength === 4 ? '4 digits' : 'CVC'
  }

  /**
   * Fills the list of countries only if the form shows it: naming and sorting them takes longer
   * than building the rest of the form.
   */
  #offerCountries(): void {
    const isAsked = !isNever(this.#options.fields?.billingDetails, 'country')
    if (!isAsked || this.#country.length > 0) return
    this.#country.append(...countries().map(({ code, name }) => h('option', { value: code }, name)))
    this.#country.value = likelyCountry()
  }

  /** Shows the fields that are required. A postal code is required in some countries only. */
  #layOut(): void {
    const fields = this.#options.fields?.billingDetails
    const { country, postalCode } = this.#fields
    country.element.hidden = isNever(fields, 'country')
    const asked = asksPostalCode(this.#country.value) && !isNever(fields, 'country')
    postalCode.element.hidden = !asked || isNever(fields, 'postal_code')
    country.element.classList.toggle('Field--wide', postalCode.element.hidden)
    const american = this.#country.value === 'US'
    postalCode.setLabel(american ? 'ZIP code' : 'Postal code')
    this.#postalCode.placeholder = american ? '12345' : ''
    this.#postalCode.inputMode = american ? 'numeric' : 'text'
  }

  #makeFields() {
    const today = new Date()
    const chevron = svg(
      'svg',
      { class: 'Chevron', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
      svg('path', { d: 'm4 6 4 4 4-4' }),
    )
    return {
      number: new Field({
        id: 'card-number',
        label: 'Card number',
        input: this.#number,
        adornment: this.#brand,
        wide: true,
        check: () => checkNumber(this.#number.value),
      }),
      expiry: new Field({
        id: 'card-expiry',
        label: 'Expiration date',
        input: this.#expiry,
        check: () => checkExpiry(this.#expiry.value, today),
      }),
      cvc: new Field({
        id: 'card-cvc',
        label: 'Security code',
        input: this.#cvc,
        check: () => checkCvc(this.#cvc.value, this.#number.value),
      }),
      country: new Field({
        id: 'billing-country',
        label: 'Country',
        input: this.#country,
        adornment: chevron,
        check: () => null,
      }),
      postalCode: new Field({
        id: 'billing-postal-code',
        label: 'ZIP code',
        input: this.#postalCode,
        check: () => checkPostalCode(this.#postalCode.value, this.#country.value),
      }),
    }
  }
}

function textInput(name: string, autocomplete: string, placeholder: string): HTMLInputElement {
  return h('input', {
    name,
    autocomplete,
    placeholder,
    type: 'text',
    inputmode: 'numeric',
    autocorrect: 'off',
    spellcheck: 'false',
  })
}
