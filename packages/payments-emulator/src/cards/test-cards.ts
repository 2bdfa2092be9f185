import type { BrandId } from './brands.ts'
import type { DeclineReason } from './declines.ts'
import type { Decision, DisputeReason, Outcome, RefundBehaviour, Verdict } from './outcomes.ts'

export interface TestCard {
  number: string
  brand: BrandId
  outcome: Outcome
  funding: 'credit' | 'debit' | 'prepaid'
  refund: RefundBehaviour
  dispute: DisputeReason | null
  /** Stripe's ids for the card, usable as `payment_method` by a server. */
  tokens: readonly string[]
}

const APPROVE: Verdict = { kind: 'approve' }
const decline = (reason: DeclineReason): Verdict => ({ kind: 'decline', reason })
const slow = (verdict: Verdict): Decision => ({ kind: 'process', verdict })
const challenge = (decision: Decision): Outcome => ({ kind: 'challenge', decision })

function card(
  number: string,
  brand: BrandId,
  outcome: Outcome,
  tokens: readonly string[] = [],
  extra: Partial<Pick<TestCard, 'funding' | 'refund' | 'dispute'>> = {},
): TestCard {
  const digits = number.replaceAll(' ', '')
  const usual = { funding: 'credit', refund: 'succeeds', dispute: null } as const
  return { number: digits, brand, outcome, tokens, ...usual, ...extra }
}

/** Stripe's public test cards: https://docs.stripe.com/testing */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242 4242 4242 4242', 'visa', APPROVE, ['pm_card_visa', 'pm_card_us']),
  card('4000 0566 5566 5556', 'visa', APPROVE, ['pm_card_visa_debit'], { funding: 'debit' }),
  card('5555 5555 5555 4444', 'mastercard', APPROVE, ['pm_card_mastercard']),
  card('2223 0031 2200 3222', 'mastercard', APPROVE),
  card('5200 8282 8282 8210', 'mastercard', APPROVE, ['pm_card_mastercard_debit'], {
    funding: 'debit',
  }),
  card('5105 1051 0510 5100', 'mastercard', APPROVE, ['pm_card_mastercard_prepaid'], {
    funding: 'prepaid',
  }),
  card('3782 822463 10005', 'amex', APPROVE, ['pm_card_amex']),
  card('3714 496353 98431', 'amex', APPROVE),
  card('6011 1111 1111 1117', 'discover', APPROVE, ['pm_card_discover']),
  card('6011 0009 9013 9424', 'discover', APPROVE),
  card('6011 9811 1111 1113', 'discover', APPROVE, [], { funding: 'debit' }),
  card('3056 9300 0902 0004', 'diners', APPROVE, ['pm_card_diners']),
  card('3622 720627 1667', 'diners', APPROVE),
  card('3566 0020 2036 0505', 'jcb', APPROVE, ['pm_card_jcb']),
  card('6200 0000 0000 0005', 'unionpay', APPROVE, ['pm_card_unionpay']),
  card('6200 0000 0000 0047', 'unionpay', APPROVE, [], { funding: 'debit' }),
  card('6205 5000 0000 0000 004', 'unionpay', APPROVE),
  card('4000 0000 0000 0077', 'visa', APPROVE, ['pm_card_bypassPending']),

  card('4000 0000 0000 0002', 'visa', decline('generic_decline'), [
    'pm_card_visa_chargeDeclined',
    'pm_card_chargeDeclined',
  ]),
  card('4000 0000 0000 9995', 'visa', decline('insufficient_funds'), [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'pm_card_chargeDeclinedInsufficientFunds',
  ]),
  card('4000 0000 0000 9987', 'visa', decline('lost_card'), [
    'pm_card_visa_chargeDeclinedLostCard',
  ]),
  card('4000 0000 0000 9979', 'visa', decline('stolen_card'), [
    'pm_card_visa_chargeDeclinedStolenCard',
  ]),
  card('4000 0000 0000 0069', 'visa', decline('expired_card'), [
    'pm_card_chargeDeclinedExpiredCard',
  ]),
  card('4000 0000 0000 0127', 'visa', decline('incorrect_cvc'), [
    'pm_card_chargeDeclinedIncorrectCvc',
  ]),
  card('4000 0000 0000 0119', 'visa', decline('processing_error'), [
    'pm_card_chargeDeclinedProcessingError',
  ]),
  card('4000 0000 0000 6975', 'visa', decline('card_velocity_exceeded'), [
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  ]),
  card('4100 0000 0000 0019', 'visa', decline('fraudulent'), ['pm_card_radarBlock']),

  card('4000 0025 0000 3155', 'visa', challenge(APPROVE), [
    'pm_card_authenticationRequiredOnSetup',
  ]),
  card('4000 0027 6000 3184', 'visa', challenge(APPROVE), ['pm_card_authenticationRequired']),
  card('4000 0000 0000 3220', 'visa', challenge(APPROVE), ['pm_card_threeDSecure2Required']),
  card('4000 0000 0000 3063', 'visa', challenge(APPROVE), ['pm_card_threeDSecureRequired']),
  card('4000 0082 6000 3178', 'visa', challenge(decline('insufficient_funds')), [
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ]),
  card('4000 0084 0000 1629', 'visa', challenge(decline('generic_decline')), [
    'pm_card_threeDSecureRequiredChargeDeclined',
  ]),
  card('4000 0084 0000 1280', 'visa', challenge(decline('processing_error')), [
    'pm_card_threeDSecureRequiredProcessingError',
  ]),
  card('4000 0000 0000 3055', 'visa', APPROVE, ['pm_card_threeDSecureOptional']),

  card('4000 0000 0000 5126', 'visa', APPROVE, ['pm_card_refundFail'], { refund: 'fails_later' }),
  card('4000 0000 0000 7726', 'visa', APPROVE, ['pm_card_pendingRefund'], {
    refund: 'succeeds_later',
  }),

  card('4000 0000 0000 0259', 'visa', APPROVE, ['pm_card_createDispute'], {
    dispute: 'fraudulent',
  }),
  card('4000 0000 0000 2685', 'visa', APPROVE, ['pm_card_createDisputeProductNotReceived'], {
    dispute: 'product_not_received',
  }),

  // The emulator's own cards: their payments are `processing` at first, for shops that accept cards
  // only.
  card('4000 0099 9900 0014', 'visa', slow(APPROVE), ['pm_card_processing']),
  card('4000 0099 9900 0022', 'visa', slow(decline('generic_decline')), [
    'pm_card_processingDeclined',
  ]),
  card('4000 0099 9900 0030', 'visa', { kind: 'process' }, ['pm_card_processingForever']),
  card('4000 0099 9900 0048', 'visa', challenge(slow(APPROVE)), [
    'pm_card_authenticationRequiredProcessing',
  ]),
]
