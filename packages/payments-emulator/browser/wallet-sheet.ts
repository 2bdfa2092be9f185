import type { Appearance, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import { applyVariables } from './appearance.ts'
import { h } from './dom.ts'
import { SHEET_STYLE } from './express-style.ts'
import { styleSheet } from './style.ts'
import {
  ACCOUNTS,
  WALLET_CARDS,
  type Wallet,
  type WalletAccount,
  type WalletCard,
} from './wallets.ts'

interface SheetOptions {
  wallet: Wallet
  /** Who is paid. */
  business: string
  loaded: { amountMinor: number; currency: string }
  appearance: Appearance
  asked: StripeExpressCheckoutElementOptions
}

export interface Sheet {
  /** What the buyer confirmed; null if they cancelled. */
  choice: Promise<{ account: WalletAccount; card: WalletCard } | null>
  close: () => void
}

/**
 * The stand-in of a wallet's own sheet: a dialog that says that it is a test, with the account, the
 * card and the total. After 'Pay' it stays open until {@link Sheet.close}.
 */
export function openSheet({ wallet, business, loaded, appearance, asked }: SheetOptions): Sheet {
  const total = formatTotal(loaded.amountMinor, loaded.currency)
  const account = select('Account', ACCOUNTS, ({ name, address }) => `${name}, ${address.city}`)
  const card = select('Card', WALLET_CARDS, ({ label }) => label)
  const shared = h('p', { class: 'Shared' })
  const showShared = () => {
    const { email, phone, address } = account.chosen()
    const place = [address.postal_code, address.city, address.state].filter(Boolean).join(' ')
    const lines = [
      ...(asked.emailRequired ? [email] : []),
      ...(asked.phoneNumberRequired ? [phone] : []),
      ...(asked.billingAddressRequired ? [`${address.line1}, ${place}, ${address.country}`] : []),
    ]
    shared.replaceChildren(...lines.map((line) => h('span', {}, line)))
  }
  account.input.addEventListener('change', showShared)
  showShared()

  const cancel = h('button', { class: 'Secondary', type: 'button' }, 'Cancel')
  const pay = h('button', { class: 'Primary', type: 'submit' }, `Pay ${total}`)
  const status = h('p', { class: 'Status', role: 'status' })
  const form = h(
    'form',
    { class: 'Sheet', method: 'dialog' },
    h(
      'div',
      { class: 'Head' },
      h('h2', { class: 'Title', id: 'sheet-title' }, wallet.name),
      h('span', { class: 'Badge' }, 'Test sheet'),
    ),
    h('p', { class: 'Note' }, `It stands in for ${wallet.name}. No money moves.`),
    account.element,
    card.element,
    shared,
    h(
      'p',
      { class: 'Total' },
      h('span', {}, `Pay ${business}`),
      h('strong', { class: 'Amount' }, total),
    ),
    status,
    h('div', { class: 'Actions' }, cancel, pay),
  )
  const dialog = h('dialog', { class: 'Dialog', 'aria-labelledby': 'sheet-title' }, form)
  const host = h('div')
  applyVariables(host, appearance)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet(SHEET_STYLE)]
  root.append(dialog)
  document.body.append(host)

  let isPaying = false
  const choice = new Promise<{ account: WalletAccount; card: WalletCard } | null>((resolve) => {
    cancel.addEventListener('click', () => resolve(null))
    // Escape. While the payment is made, nothing closes the sheet.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (!isPaying) resolve(null)
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (isPaying) return
      isPaying = true
      for (const control of [account.input, card.input, cancel, pay]) control.disabled = true
      status.textContent = 'Processing…'
      resolve({ account: account.chosen(), card: card.chosen() })
    })
  })
  dialog.showModal()
  pay.focus()
  return {
    choice,
    close: () => {
      // Closing the dialog returns the focus to the wallet's button.
      dialog.close()
      host.remove()
    },
  }
}

function select<T>(label: string, choices: readonly T[], name: (choice: T) => string) {
  const id = `sheet-${label.toLowerCase()}`
  const options = choices.map((choice, index) =>
    h('option', { value: String(index) }, name(choice)),
  )
  const input = h('select', { id, class: 'Select' }, ...options)
  const element = h('div', { class: 'Row' }, h('label', { for: id }, label), input)
  const chosen = (): T => {
    const choice = choices[input.selectedIndex] ?? choices[0]
    if (choice === undefined) throw new Error(`${label} has no choices`)
    return choice
  }
  return { element, input, chosen }
}

function formatTotal(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(navigator.language, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amountMinor / 10 ** maximumFractionDigits)
}
