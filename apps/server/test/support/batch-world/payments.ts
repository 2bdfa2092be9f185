import type { WorldAggregate } from './wanted.ts'
import type { World } from './world.ts'

export const payments: WorldAggregate<'payments'> = {
  read(world, wanted) {
    const paymentIds = wanted.of('paymentIds')
    const payable = wanted.of('payableCartIds')
    const priced = wanted.of('pricedCartIds')
    return {
      rows: world.payments.filter(
        (payment) => paymentIds.has(payment.id) || (payable.has(payment.cartId) && isOpen(payment)),
      ),
      addOns: world.addOns.filter(({ cartId }) => payable.has(cartId) || priced.has(cartId)),
      account: null,
    }
  },
  write(world, { payments: { created, repriced, intents, settled } }) {
    const paymentOf = (id: string) => world.payments.find((each) => each.id === id)
    world.payments.push(...structuredClone(created))
    for (const { id, amountMinor, currency, eventId, holdIds, quote } of repriced) {
      const payment = paymentOf(id)
      if (payment) Object.assign(payment, { amountMinor, currency, eventId, holdIds, quote })
    }
    for (const { id, intentId } of intents) {
      const payment = paymentOf(id)
      if (payment && isOpen(payment)) Object.assign(payment, { intentId, state: 'open' })
    }
    for (const { id, ...change } of settled) {
      const payment = paymentOf(id)
      if (payment) Object.assign(payment, change)
    }
  },
}

/** Whether a payment may still be made. */
export const isOpen = ({ state }: World['payments'][number]): boolean =>
  state === 'created' || state === 'open'

export const money: WorldAggregate<'money'> = {
  read: () => undefined,
  write(world, { money: { refunds, postings, refundMails } }) {
    world.postings.push(...postings)
    world.refundMails.push(...refundMails)
    for (const refund of refunds) {
      const payment = world.payments.find(({ id }) => id === refund.paymentId)
      payment?.refunds.push(structuredClone(refund))
    }
  },
}
