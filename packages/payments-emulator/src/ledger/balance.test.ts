import { describe, expect, it } from 'vitest'
import { startEmulator } from '../test-support.ts'

const ORDER = { amount: 10_000, currency: 'usd', confirm: true } as const

describe('the balance', () => {
  it('changes with every charge and refund, less fees', async () => {
    const { stripe } = await startEmulator()
    const intent = await stripe.paymentIntents.create({
      ...ORDER,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent.latest_charge).toMatchObject({
      balance_transaction: {
        object: 'balance_transaction',
        amount: 10_000,
        fee: 320,
        fee_details: [{ amount: 320, type: 'stripe_fee' }],
        net: 9680,
        type: 'charge',
        reporting_category: 'charge',
      },
    })
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 4000,
      expand: ['balance_transaction'],
    })
    expect(refund.balance_transaction).toMatchObject({ amount: -4000, fee: 0, type: 'refund' })
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 5680 }] })
  })

  it('does not change for a declined payment, and changes back for a refund that bounced', async () => {
    const { stripe, emulator } = await startEmulator()
    const declined = { ...ORDER, payment_method: 'pm_card_chargeDeclined' }
    await expect(stripe.paymentIntents.create(declined)).rejects.toThrow()
    expect((await stripe.balanceTransactions.list()).data).toEqual([])
    const { id } = await stripe.paymentIntents.create({
      ...ORDER,
      payment_method: 'pm_card_refundFail',
    })
    const refund = await stripe.refunds.create({ payment_intent: id })
    emulator.settle()
    const bounced = await stripe.refunds.retrieve(refund.id, {
      expand: ['failure_balance_transaction'],
    })
    expect(bounced.failure_balance_transaction).toMatchObject({ amount: 10_000, fee: 0 })
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 9680 }] })
  })

  it('is listed newest first, by type, source and currency, page by page', async () => {
    const { stripe } = await startEmulator()
    const visa = { payment_method: 'pm_card_visa' }
    const first = await stripe.paymentIntents.create({ ...ORDER, ...visa })
    await stripe.paymentIntents.create({ ...ORDER, currency: 'eur', ...visa })
    const refund = await stripe.refunds.create({ payment_intent: first.id })
    const types = async (params = {}) => {
      const found = []
      for await (const { type } of stripe.balanceTransactions.list({ limit: 1, ...params })) {
        found.push(type)
      }
      return found
    }
    expect(await types()).toEqual(['refund', 'charge', 'charge'])
    expect(await types({ type: 'charge' })).toEqual(['charge', 'charge'])
    expect(await types({ currency: 'eur' })).toEqual(['charge'])
    expect(await types({ source: refund.id })).toEqual(['refund'])
    const { data } = await stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] })
    expect(data[0]?.source).toMatchObject({ object: 'refund', id: refund.id })
    expect(await stripe.balanceTransactions.retrieve(data[0]?.id ?? '')).toMatchObject({
      amount: -10_000,
    })
    await expect(stripe.balanceTransactions.retrieve('txn_nothing')).rejects.toMatchObject({
      statusCode: 404,
    })
  })
})
