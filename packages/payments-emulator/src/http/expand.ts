import { presentApplicationFee } from '../present/application-fee.ts'
import { presentTransaction } from '../present/balance-transaction.ts'
import { presentCharge } from '../present/charge.ts'
import { presentDispute } from '../present/dispute.ts'
import { presentIntent } from '../present/payment-intent.ts'
import { presentMethod } from '../present/payment-method.ts'
import { presentRefund } from '../present/refund.ts'
import type { Store } from '../store/store.ts'
import { invalidRequest } from '../wire/errors.ts'
import type { FormNode } from '../wire/form.ts'

/** Finds the object with an id; returns its wire form. */
function load(store: Store, id: string): object | undefined {
  const found = <T>(record: T | undefined, present: (store: Store, record: T) => object) =>
    record && present(store, record)
  return (
    found(store.intents.get(id), presentIntent) ??
    found(store.charges.get(id), presentCharge) ??
    found(store.refunds.get(id), presentRefund) ??
    found(store.disputes.get(id), presentDispute) ??
    found(store.methods.get(id), (_, method) => presentMethod(method)) ??
    found(store.transactions.get(id), (_, transaction) => presentTransaction(transaction)) ??
    found(store.applicationFees.get(id), (_, fee) => presentApplicationFee(fee))
  )
}

/** Names that a path may consist of: fields that hold ids (or, here, always null), and `data`. */
const EXPANDABLE = new Set([
  'application_fee',
  'balance_transaction',
  'charge',
  'customer',
  'data',
  'failure_balance_transaction',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'source',
])

/**
 * Reads the paths to expand. They are checked before the call runs, so that a wrong path changes
 * nothing.
 *
 * @throws ApiError 400 for a path that does not exist.
 */
export function readExpand(node: FormNode | undefined): string[][] {
  if (typeof node !== 'object') return []
  return Object.values(node).map((path) => {
    const steps = typeof path === 'string' ? path.split('.') : []
    if (steps.length > 0 && steps.every((step) => EXPANDABLE.has(step))) return steps
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  })
}

/**
 * Replaces ids by their objects where a call's `expand[]` asks for it: `latest_charge`,
 * `latest_charge.payment_method`, `data.charge`.
 */
export function expand(store: Store, answer: object, paths: string[][]): object {
  return paths.reduce((target, path) => expandPath(store, target, path), answer)
}

function expandPath(store: Store, target: object, [step, ...rest]: string[]): object {
  const entry = Object.entries(target).find(([name]) => name === step)
  if (!entry) return target
  const [name, value]: [string, unknown] = entry
  if (Array.isArray(value)) {
    return { ...target, [name]: value.map((item) => expandPath(store, item, rest)) }
  }
  const object = typeof value === 'string' ? load(store, value) : value
  if (typeof object !== 'object' || object === null) return target
  return { ...target, [name]: expandPath(store, object, rest) }
}
