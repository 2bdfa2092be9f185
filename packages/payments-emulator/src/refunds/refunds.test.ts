import { describe, expect, it } from 'vitest'
import { startEmulator } from '../test-support.ts'

async function paid(payment_method = 'pm_card_visa') {
  const started = await startEmulator()
  const { stripe } = started
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    confirm: true,
    payment_method,
  })
  const payment = { payment_intent: intent.id }
  const charge = async () => (await stripe.charges.list(payment)).data[0]
  return { ...started, payment, charge }
}

describe('refunds', () => {
  it('return the whole charge unless the call names an amount', async () => {
    const { stripe, payment, charge } = await paid()
    const refund = await stripe.refunds.create({
      ...payment,
      reason: 'requested_by_customer',
      metadata: { orderId: 'o1' },
    })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 1000,
      currency: 'usd',
      metadata: { orderId: 'o1' },
      reason: 'requested_by_customer',
      status: 'succeeded',
      ...payment,
    })
    expect(await charge()).toMatchObject({ refunded: true, amount_refunded: 1000 })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id })
    await expect(stripe.refunds.create(payment)).rejects.toMatchObject({
      code: 'charge_already_refunded',
      message: `Charge ${refund.charge} has already been refunded.`,
    })
  })

  it('never add up to more than the charge', async () => {
    const { stripe, payment, charge } = await paid()
    await expect(stripe.refunds.create({ ...payment, amount: 1001 })).rejects.toMatchObject({
      message: 'Refund amount ($10.01) is greater than charge amount ($10.00)',
      param: 'amount',
      statusCode: 400,
    })
    await stripe.refunds.create({ ...payment, amount: 400 })
    await expect(stripe.refunds.create({ ...payment, amount: 601 })).rejects.toThrow(
      'Refund amount ($6.01) is greater than unrefunded amount on charge ($6.00)',
    )
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 400 })
    expect(await stripe.refunds.create(payment)).toMatchObject({ amount: 600 })
    const list = await stripe.refunds.list(payment)
    expect(list.data.map(({ amount }) => amount)).toEqual([600, 400])
  })

  it('need a successful charge', async () => {
    const { stripe } = await startEmulator()
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    )
    await expect(stripe.refunds.create({})).rejects.toThrow(/payment_intent or charge/)
    await expect(stripe.refunds.create({ charge: 'ch_nothing' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  it('fail later for some cards, and the money can be refunded again', async () => {
    const { stripe, payment, emulator, charge } = await paid('pm_card_refundFail')
    const refund = await stripe.refunds.create(payment)
    expect(refund.status).toBe('succeeded')
    emulator.settle()
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 0 })
    const types = (await stripe.events.list({ types: ['refund.failed', 'refund.updated'] })).data
    expect(types.map(({ type }) => type).sort()).toEqual(['refund.failed', 'refund.updated'])
  })

  it('are pending at first for some cards, and reserve the money', async () => {
    const { stripe, payment, emulator } = await paid('pm_card_pendingRefund')
    const refund = await stripe.refunds.create(payment)
    expect(refund.status).toBe('pending')
    await expect(stripe.refunds.create(payment)).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    emulator.settle()
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
  })
})
