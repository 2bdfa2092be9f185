import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  cardForm,
  PUBLISHABLE_KEY,
  postForm,
  receiveWebhooks,
  startEmulator,
} from '../test-support.ts'

function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-emulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'new folder', 'journal.jsonl')
}

const PAYMENT = { amount: 1000, currency: 'usd', confirm: true } as const

describe('the journal', () => {
  it('has a payment as soon as its call is answered, even if the process is killed then', async () => {
    const storagePath = journalPath()
    const before = await startEmulator({ storagePath })
    const payment = { ...PAYMENT, payment_method: 'pm_card_visa' }
    const key = { idempotencyKey: 'attempt-1' }
    const intent = await before.stripe.paymentIntents.create(payment, key)
    const refund = await before.stripe.refunds.create({ payment_intent: intent.id, amount: 300 })

    // The first emulator is not closed: the second reads what a killed process would have left.
    const after = await startEmulator({ storagePath })
    const found = await after.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    })
    expect(found).toMatchObject({
      status: 'succeeded',
      client_secret: intent.client_secret,
      latest_charge: { amount_refunded: 300 },
    })
    expect(await after.stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 300 })
    const replayed = await after.stripe.paymentIntents.create(payment, key)
    expect(replayed.id).toBe(intent.id)
    const events = (await after.stripe.events.list()).data
    expect(events.map(({ type }) => type)).toContain('payment_intent.succeeded')
  })

  it('ignores an incomplete last line and continues after it', async () => {
    const storagePath = journalPath()
    const first = await startEmulator({ storagePath })
    const one = await first.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    await first.stop()
    appendFileSync(storagePath, '[["intents","pi_torn",{"id":"pi_to')
    const second = await startEmulator({ storagePath })
    const two = await second.stripe.paymentIntents.create({ amount: 200, currency: 'usd' })
    await second.stop()
    const third = await startEmulator({ storagePath })
    const { data } = await third.stripe.paymentIntents.list()
    expect(data.map(({ id }) => id)).toEqual([two.id, one.id])
  })

  it('is rewritten at a start with the current state alone', async () => {
    const storagePath = journalPath()
    const first = await startEmulator({ storagePath })
    const { id } = await first.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    for (const amount of [200, 300, 400]) await first.stripe.paymentIntents.update(id, { amount })
    await first.stop()
    await (await startEmulator({ storagePath })).stop()
    const lines = readFileSync(storagePath, 'utf8').split('\n')
    expect(lines.filter((line) => line.startsWith('[["intents"'))).toHaveLength(1)
  })

  it('never holds a card number or a security code', async () => {
    const storagePath = journalPath()
    const { stripe, url } = await startEmulator({ storagePath })
    const { id, client_secret } = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
    })
    const { status } = await postForm(
      `${url}/v1/payment_intents/${id}/confirm`,
      {
        key: PUBLISHABLE_KEY,
        client_secret: client_secret ?? '',
        ...cardForm('4242424242424242', { 'payment_method_data[card][cvc]': '987' }),
      },
      { 'idempotency-key': 'browser-1' },
    )
    expect(status).toBe(200)
    expect(readFileSync(storagePath, 'utf8')).not.toMatch(/4242424242424242|"987"/)
  })

  it('stores disputes and movements of the balance, and the bank still decides after a restart', async () => {
    const storagePath = journalPath()
    const first = await startEmulator({ storagePath })
    const { id } = await first.stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: 'pm_card_createDispute',
    })
    // Killed before the dispute opens, then before it is decided.
    const second = await startEmulator({ storagePath })
    second.emulator.settle()
    const dispute = (await second.stripe.disputes.list({ payment_intent: id })).data[0]
    await second.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    const third = await startEmulator({ storagePath })
    third.emulator.settle()
    expect((await third.stripe.disputes.list({ payment_intent: id })).data).toMatchObject([
      { id: dispute?.id, status: 'won' },
    ])
    const { data } = await third.stripe.balanceTransactions.list()
    expect(data.map(({ reporting_category }) => reporting_category)).toEqual([
      'dispute_reversal',
      'dispute',
      'charge',
    ])
  })

  it('resumes what was pending: bank debits, slow refunds and webhooks', async () => {
    const storagePath = journalPath()
    let url = 'http://127.0.0.1:9/nobody-listens'
    const first = await startEmulator({ storagePath, webhookUrl: () => url })
    const debit = await first.stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: 'pm_usBankAccount_success',
      allowed_payment_method_types: ['us_bank_account'],
    })
    const card = await first.stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: 'pm_card_pendingRefund',
    })
    const refund = await first.stripe.refunds.create({ payment_intent: card.id })
    await first.stop()

    const endpoint = await receiveWebhooks()
    url = endpoint.url
    const second = await startEmulator({ storagePath, webhookUrl: () => url })
    second.emulator.settle()
    await second.emulator.webhooks.idle()
    expect((await second.stripe.paymentIntents.retrieve(debit.id)).status).toBe('succeeded')
    expect((await second.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(endpoint.types().filter((type) => type === 'payment_intent.created')).toHaveLength(2)
    expect(endpoint.types()).toContain('refund.updated')
  })
})
