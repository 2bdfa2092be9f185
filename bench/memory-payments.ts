import type { ComposeOptions } from '@foyer/server'

type PaymentGateway = NonNullable<ComposeOptions['payments']>
type Intent = Awaited<ReturnType<PaymentGateway['createIntent']>>

/**
 * A provider that answers from memory, so that only Foyer is measured. Once created, an intent is
 * read as paid, as if the buyer had confirmed it in between.
 */
export function memoryPayments(): PaymentGateway {
  const intents = new Map<string, Intent>()
  const known = (intentId: string): Intent => {
    const intent = intents.get(intentId)
    if (!intent) throw new Error(`No such intent: ${intentId}`)
    return intent
  }
  const change = (intentId: string, to: Partial<Intent>): Intent => {
    const intent = { ...known(intentId), ...to }
    intents.set(intentId, intent)
    return intent
  }
  const refuse = async () => {
    throw new Error('The benchmark has no accounts of organizers')
  }
  const gateway: PaymentGateway = {
    ofAccount: () => gateway,
    accounts: {
      isLive: false,
      create: refuse,
      retrieve: refuse,
      link: refuse,
      balance: refuse,
      payouts: refuse,
    },
    async createIntent({ amountMinor, currency, metadata }) {
      const id = `pi_${intents.size + 1}`
      const status = 'requires_payment_method'
      const clientSecret = `${id}_secret`
      const intent: Intent = {
        id,
        accountId: null,
        platformFeeMinor: 0,
        ageSeconds: 0,
        clientSecret,
        status,
        amountMinor,
        currency,
        metadata,
        capturedMinor: 0,
        refundedMinor: 0,
        decline: null,
        wasTried: false,
        card: null,
        fee: null,
        billing: null,
      }
      intents.set(id, intent)
      return intent
    },
    updateIntent: async (id, { amountMinor }) => change(id, { amountMinor }),
    async retrieveIntent(id) {
      const intent = intents.get(id)
      if (!intent) return null
      return change(id, { status: 'succeeded', capturedMinor: intent.amountMinor })
    },
    cancelIntent: async (id) => change(id, { status: 'canceled' }),
    createRefund: async () => {
      throw new Error('The benchmark makes no refunds')
    },
    refundsOf: async () => [],
    retrieveDispute: async () => null,
    intentsSince: nothing,
    refundsSince: nothing,
    disputesSince: nothing,
    readWebhook: () => {
      throw new Error('The benchmark sends no webhooks here')
    },
  }
  return gateway
}

async function* nothing(): AsyncGenerator<never> {}
