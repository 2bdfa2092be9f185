import { describe, expect, it } from 'vitest'
import type { IntentRecord } from '../store/records.ts'
import type { IntentStatus } from '../wire/shapes.ts'
import { type IntentAction, mayDo } from './states.ts'

const intent = (status: IntentStatus): IntentRecord => ({
  id: 'pi_1',
  clientSecret: 'pi_1_secret_1',
  amountMinor: 100,
  currency: 'usd',
  created: 0,
  status,
  automaticMethods: null,
  allowedTypes: null,
  methodTypes: ['card'],
  methodId: null,
  latestChargeId: null,
  lastError: null,
  nextAction: null,
  returnUrl: null,
  captureMethod: 'automatic_async',
  setupFutureUsage: null,
  description: null,
  metadata: {},
  receiptEmail: null,
  shipping: null,
  statementDescriptor: null,
  statementDescriptorSuffix: null,
  canceledAt: null,
  cancellationReason: null,
})

describe('a payment intent', () => {
  it.each<[IntentStatus, IntentAction[]]>([
    ['requires_payment_method', ['confirm', 'cancel', 'change']],
    ['requires_confirmation', ['confirm', 'cancel', 'change']],
    ['requires_action', ['confirm', 'authenticate', 'cancel', 'change']],
    ['processing', ['cancel']],
    ['succeeded', []],
    ['canceled', []],
  ])('with the status %s allows %j', (status, allowed) => {
    const actions: IntentAction[] = ['confirm', 'authenticate', 'cancel', 'change']
    expect(actions.filter((action) => mayDo(action, intent(status)))).toEqual(allowed)
  })
})
