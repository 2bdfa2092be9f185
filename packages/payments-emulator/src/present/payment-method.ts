import type Stripe from 'stripe'
import type { CardDetails, MethodRecord } from '../store/records.ts'

/** The wire form of a payment method, checked against the SDK's own type. */
export function presentMethod(method: MethodRecord): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...method.billingDetails, tax_id: null },
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: method.type,
    ...presentKind(method),
  }
}

function presentKind({ type, card }: MethodRecord): Partial<Stripe.PaymentMethod> {
  if (card) return { card: presentCard(card) }
  if (type === 'us_bank_account') return { us_bank_account: BANK_ACCOUNT }
  return type === 'ideal' ? { ideal: { bank: null, bic: null } } : { amazon_pay: {} }
}

function presentCard(card: NonNullable<MethodRecord['card']>): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvcProvided ? 'unchecked' : null,
    },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: presentWallet(card),
  }
}

/** The wallet of a card in the form of payment methods and charges; null for a typed card. */
export function presentWallet({ wallet, last4 }: CardDetails) {
  if (!wallet) return null
  return { dynamic_last4: wallet === 'link' ? null : last4, type: wallet, [wallet]: {} }
}

/** Every test bank account is the same one, as at Stripe. */
const BANK_ACCOUNT: Stripe.PaymentMethod.UsBankAccount = {
  account_holder_type: 'individual',
  account_type: 'checking',
  bank_name: 'STRIPE TEST BANK',
  financial_connections_account: null,
  fingerprint: 'FFDMA0xfhBjWSZLu',
  last4: '6789',
  networks: { preferred: 'ach', supported: ['ach'] },
  routing_number: '110000000',
  status_details: null,
}
