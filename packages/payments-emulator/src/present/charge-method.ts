import type Stripe from 'stripe'
import { declineOf } from '../cards/declines.ts'
import type { ChargeRecord, MethodRecord } from '../store/records.ts'
import { presentMethod, presentWallet } from './payment-method.ts'

/** How a charge was paid, in the wire form of a charge. */
export function presentMethodDetails(
  charge: ChargeRecord,
  method: MethodRecord,
): Stripe.Charge.PaymentMethodDetails {
  const { card } = method
  if (!card) return { type: method.type, ...presentOther(method) }
  const wrongCvc = charge.failure?.code === declineOf('incorrect_cvc').code
  const cvcCheck = wrongCvc ? 'fail' : 'pass'
  return {
    type: 'card',
    card: {
      amount_authorized: charge.status === 'succeeded' ? charge.amountMinor : null,
      authorization_code: charge.status === 'succeeded' ? '123456' : null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: method.billingDetails.address.postal_code ? 'pass' : null,
        cvc_check: card.cvcProvided ? cvcCheck : null,
      },
      country: 'US',
      electronic_commerce_indicator: charge.authenticated ? '05' : null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      transaction_link_id: null,
      three_d_secure: charge.authenticated ? THREE_D_SECURE : null,
      wallet: presentWallet(card),
    },
  }
}

function presentOther(method: MethodRecord): Partial<Stripe.Charge.PaymentMethodDetails> {
  if (method.type === 'ideal') return { ideal: IDEAL }
  if (method.type === 'amazon_pay') return { amazon_pay: { transaction_id: null } }
  const account = presentMethod(method).us_bank_account
  return {
    us_bank_account: {
      account_holder_type: account?.account_holder_type ?? null,
      account_type: account?.account_type ?? null,
      bank_name: account?.bank_name ?? null,
      fingerprint: account?.fingerprint ?? null,
      last4: account?.last4 ?? null,
      payment_reference: null,
      routing_number: account?.routing_number ?? null,
    },
  }
}

const IDEAL: Stripe.Charge.PaymentMethodDetails.Ideal = {
  bank: 'ing',
  bic: 'INGBNL2A',
  generated_sepa_debit: null,
  generated_sepa_debit_mandate: null,
  iban_last4: '5264',
  transaction_id: null,
  verified_name: null,
}

const THREE_D_SECURE: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
