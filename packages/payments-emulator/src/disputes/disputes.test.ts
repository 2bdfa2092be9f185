import { describe, expect, it } from 'vitest'
import { receiveWebhooks, startEmulator } from '../test-support.ts'

async function disputed(payment_method = 'pm_card_createDispute') {
  const endpoint = await receiveWebhooks()
  const started = await startEmulator({ webhookUrl: () => endpoint.url })
  const { stripe, emulator } = started
  const { id } = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    confirm: true,
    payment_method,
  })
  emulator.settle()
  const dispute = (await stripe.disputes.list({ payment_intent: id })).data[0]
  if (!dispute) throw new Error('No dispute was opened.')
  const types = async () => {
    await emulator.webhooks.idle()
    return endpoint.types().filter((type) => type.startsWith('charge.dispute'))
  }
  return { ...started, id, dispute, types }
}

describe('a dispute', () => {
  it.each([
    ['pm_card_createDispute', 'fraudulent'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
  ])('is opened some time after a payment with %s', async (method, reason) => {
    const { stripe, id, dispute, types } = await disputed(method)
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 5000,
      payment_intent: id,
      reason,
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -5000, fee: 1500, net: -6500, type: 'adjustment' }],
    })
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge'],
    })
    expect(latest_charge).toMatchObject({ disputed: true, status: 'succeeded' })
    expect(await types()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
  })

  it('keeps the charge from being refunded', async () => {
    const { stripe, id } = await disputed()
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    })
  })

  it('is won with good evidence, and the money comes back', async () => {
    const { stripe, emulator, id, dispute, types } = await disputed()
    const evidence = { uncategorized_text: 'winning_evidence' }
    const answered = await stripe.disputes.update(dispute.id, { evidence })
    expect(answered).toMatchObject({ status: 'under_review', evidence })
    emulator.settle()
    const won = await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })
    expect(won).toMatchObject({ status: 'won', charge: { object: 'charge' } })
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5000, 5000])
    await expect(stripe.refunds.create({ payment_intent: id })).resolves.toHaveProperty('id')
    expect((await types()).slice(2)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  it('is lost with bad evidence, or by giving in', async () => {
    const { stripe, emulator, dispute } = await disputed()
    const evidence = { uncategorized_text: 'losing_evidence' }
    await stripe.disputes.update(dispute.id, { evidence })
    emulator.settle()
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost' })
    await expect(stripe.disputes.close(dispute.id)).rejects.toThrow('already closed')

    const other = await disputed()
    const closed = await other.stripe.disputes.close(other.dispute.id)
    expect(closed).toMatchObject({ status: 'lost' })
    expect(await other.types()).toContain('charge.dispute.closed')
  })

  it('is not opened over what was refunded already', async () => {
    const { stripe, emulator } = await startEmulator()
    const { id } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_createDispute',
    })
    await stripe.refunds.create({ payment_intent: id })
    emulator.settle()
    expect((await stripe.disputes.list()).data).toEqual([])
  })
})
