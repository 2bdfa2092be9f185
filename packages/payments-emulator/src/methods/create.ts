import { createHash } from 'node:crypto'
import { redirectMethod, testBankAccount } from '../cards/other-methods.ts'
import { readCard } from '../cards/read-card.ts'
import { TEST_CARDS, type TestCard } from '../cards/test-cards.ts'
import type { Address, BillingDetails, CardDetails, MethodRecord } from '../store/records.ts'
import { invalidRequest, noSuch } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import type { Work } from '../work.ts'
import type { MethodData } from './params.ts'

const NO_DETAILS: BillingDetails = readBilling(undefined)

/**
 * Creates a payment method: a card from typed details, or a method whose own page asks for its
 * details. The number and the security code are checked here and stored nowhere.
 *
 * @throws ApiError 402 for invalid card details.
 */
export function createMethod(work: Work, data: MethodData): MethodRecord {
  const described = {
    billingDetails: readBilling(data.billing_details),
    metadata: mergeMetadata({}, data.metadata),
  }
  if (data.type !== 'card') {
    return work.store.methods.save({ ...blank(work), ...described, ...redirectMethod(data.type) })
  }
  if (!data.card) {
    throw invalidRequest('Missing required param: card.', {
      code: 'parameter_missing',
      param: 'card',
    })
  }
  const { number, exp_month: expMonth, exp_year: expYear, cvc, wallet } = data.card
  const card = readCard({ number, expMonth, expYear, cvc }, work.now)
  return work.store.methods.save({
    ...blank(work),
    ...described,
    ...behaviourOf(card.testCard),
    card: { ...cardDetails(card.testCard, card), ...(wallet && { wallet }) },
  })
}

/**
 * The method that a call names: an existing one, or a new one for one of Stripe's test ids.
 *
 * @throws ApiError 400 `resource_missing`.
 */
export function resolveMethod(work: Work, id: string): MethodRecord {
  const existing = work.store.methods.get(id)
  if (existing) return existing
  const testCard = TEST_CARDS.find((card) => card.tokens.includes(id))
  if (testCard) {
    const expYear = new Date(work.now * 1000).getUTCFullYear() + 1
    const card = cardDetails(testCard, { expMonth: 12, expYear, cvcProvided: true })
    return work.store.methods.save({ ...blank(work), ...behaviourOf(testCard), card })
  }
  const account = testBankAccount(id)
  if (account) return work.store.methods.save({ ...blank(work), ...account })
  throw noSuch('PaymentMethod', id, 'payment_method', 400)
}

function blank(work: Work): MethodRecord {
  return {
    id: newId('pm'),
    created: work.now,
    billingDetails: NO_DETAILS,
    metadata: {},
    type: 'card',
    card: null,
    outcome: { kind: 'approve' },
    refund: 'succeeds',
    dispute: null,
  }
}

function behaviourOf({ outcome, refund, dispute }: TestCard) {
  return { outcome, refund, dispute }
}

function cardDetails(
  { number, brand, funding }: TestCard,
  typed: Pick<CardDetails, 'expMonth' | 'expYear' | 'cvcProvided'>,
): CardDetails {
  const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 16)
  const { expMonth, expYear, cvcProvided } = typed
  return { brand, funding, fingerprint, last4: number.slice(-4), expMonth, expYear, cvcProvided }
}

function readBilling(sent: MethodData['billing_details']): BillingDetails {
  return {
    address: readAddress(sent?.address),
    email: sent?.email ?? null,
    name: sent?.name ?? null,
    phone: sent?.phone ?? null,
  }
}

/** Every field of an address; null if it was not sent. */
export function readAddress(
  sent: { [K in keyof Address]?: string | null } | null | undefined,
): Address {
  return {
    city: sent?.city ?? null,
    country: sent?.country ?? null,
    line1: sent?.line1 ?? null,
    line2: sent?.line2 ?? null,
    postal_code: sent?.postal_code ?? null,
    state: sent?.state ?? null,
  }
}
