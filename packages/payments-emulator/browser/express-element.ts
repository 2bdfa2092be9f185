import type { Appearance, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import type { Params } from './api.ts'
import { applyVariables } from './appearance.ts'
import { h } from './dom.ts'
import { EXPRESS_STYLE } from './express-style.ts'
import { HostedElement, type Payable, type Surroundings } from './hosted-element.ts'
import { styleSheet } from './style.ts'
import { openSheet, type Sheet } from './wallet-sheet.ts'
import {
  availableWallets,
  sharedDetails,
  WALLETS,
  type Wallet,
  walletMethodData,
} from './wallets.ts'

/** The page must answer a press of a button within this time, as at Stripe. */
const RESOLVE_MS = 1000

/**
 * The Express Checkout Element: a button for each wallet, and a test sheet in the place of the
 * wallet's own.
 */
export class ExpressElement extends HostedElement {
  readonly #buttons = h('div', { class: 'Buttons' })
  #options: StripeExpressCheckoutElementOptions
  #sheet: Sheet | null = null
  #authorised: Params | null = null

  constructor(options: StripeExpressCheckoutElementOptions, surroundings: Surroundings) {
    super('expressCheckout', surroundings)
    this.#options = options
    this.root.adoptedStyleSheets = [styleSheet(EXPRESS_STYLE)]
    this.root.append(this.#buttons)
    this.style(surroundings.appearance)
  }

  override destroy(): void {
    this.finish()
    super.destroy()
  }

  update(options: StripeExpressCheckoutElementOptions): this {
    this.#options = { ...this.#options, ...options }
    return this
  }

  focus(): void {
    this.#buttons.querySelector('button')?.focus()
  }

  override style(appearance: Appearance): void {
    applyVariables(this.host, appearance)
    this.host.classList.toggle('night', appearance.theme === 'night')
  }

  /** The payment that the buyer has confirmed in a wallet's sheet; null unless one is open. */
  get authorised(): Params | null {
    return this.#authorised
  }

  /** Closes the sheet. Called when the payment has an outcome, or the page refused it. */
  finish(): void {
    this.#authorised = null
    this.#sheet?.close()
    this.#sheet = null
  }

  protected override show({ types }: Payable): void {
    const offered = availableWallets(types, this.#options.paymentMethods)
    const { maxColumns = 3 } = this.#options.layout ?? {}
    this.#buttons.style.setProperty('--columns', String(Math.min(maxColumns, offered.length)))
    this.#buttons.style.setProperty('--height', `${this.#options.buttonHeight ?? 44}px`)
    this.#buttons.replaceChildren(...offered.map((wallet) => this.#buttonFor(wallet)))
    const available = Object.fromEntries(
      WALLETS.map((wallet) => [wallet.option, offered.includes(wallet)]),
    )
    const none = { amazonPay: false, paypal: false, klarna: false }
    this.report('ready', {
      availablePaymentMethods: offered.length > 0 ? { ...none, ...available } : undefined,
    })
  }

  #buttonFor(wallet: Wallet): HTMLElement {
    const name = `Pay with ${wallet.name}`
    const button = h(
      'button',
      { class: `Wallet Wallet--${wallet.option}`, type: 'button', 'aria-label': name },
      wallet.name,
    )
    button.addEventListener('click', () => void this.#press(wallet))
    return button
  }

  async #press(wallet: Wallet): Promise<void> {
    if (this.#sheet) return
    const asked = await this.#askPage(wallet)
    if (asked === null || this.#sheet || this.isDestroyed) return
    this.#options = { ...this.#options, ...asked }
    const loaded = await this.surroundings.load()
    if ('error' in loaded) return void this.report('loaderror', { error: loaded.error })
    const { appearance } = this.surroundings
    const business = this.#options.business?.name ?? window.location.hostname
    this.#sheet = openSheet({ wallet, business, loaded, appearance, asked: this.#options })
    void this.#follow(wallet, this.#sheet)
  }

  /** Resolves to what the page asks the wallet for; null if it refuses or does not answer in time. */
  #askPage(wallet: Wallet): Promise<StripeExpressCheckoutElementOptions | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), RESOLVE_MS)
      const settle = (answer: StripeExpressCheckoutElementOptions | null) => {
        clearTimeout(timer)
        resolve(answer)
      }
      const isHeard = this.report('click', {
        expressPaymentType: wallet.type,
        resolve: (asked: StripeExpressCheckoutElementOptions = {}) => settle(asked),
        reject: () => settle(null),
      })
      if (!isHeard) settle({})
    })
  }

  async #follow(wallet: Wallet, sheet: Sheet): Promise<void> {
    const choice = await sheet.choice
    if (choice === null) {
      this.finish()
      this.report('cancel')
      return
    }
    this.#authorised = walletMethodData(wallet, choice.account, choice.card)
    this.report('confirm', {
      expressPaymentType: wallet.type,
      billingDetails: sharedDetails(choice.account, this.#options),
      paymentFailed: () => this.finish(),
    })
  }
}
