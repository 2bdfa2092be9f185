import type { MethodType } from '../wire/shapes.ts'
import type { Outcome } from './outcomes.ts'

/** A payment method other than a card. */
export interface OtherMethod {
  type: Exclude<MethodType, 'card'>
  outcome: Outcome
}

const debit = (outcome: Outcome): OtherMethod => ({ type: 'us_bank_account', outcome })

/** Stripe's test bank accounts, for payments that are `processing` for a while. */
const TEST_BANK_ACCOUNTS: Record<string, OtherMethod> = {
  pm_usBankAccount: debit({ kind: 'process', verdict: { kind: 'approve' } }),
  pm_usBankAccount_success: debit({ kind: 'process', verdict: { kind: 'approve' } }),
  pm_usBankAccount_insufficientFunds: debit({
    kind: 'process',
    verdict: { kind: 'decline', reason: 'bank_insufficient_funds' },
  }),
  pm_usBankAccount_processing: debit({ kind: 'process' }),
}

/** The test bank account behind one of Stripe's ids. */
export function testBankAccount(id: string): OtherMethod | undefined {
  return Object.hasOwn(TEST_BANK_ACCOUNTS, id) ? TEST_BANK_ACCOUNTS[id] : undefined
}

/** A method that needs no details, because its own page asks for them. */
export function redirectMethod(type: 'ideal' | 'amazon_pay'): OtherMethod {
  return { type, outcome: { kind: 'redirect', decision: { kind: 'approve' } } }
}
