import { ApiError, carts, orders } from '@foyer/contract'
import { describe, expect, it, vi } from 'vitest'
import { aCart, anOrder } from '../../../../test/carts-and-orders.ts'
import {
  HOLD_END,
  paymentScene,
  type Scene,
  type Script,
} from '../../../../test/payment-effects.ts'
import { NO_DETAILS } from '../details/details.ts'
import type { PaymentState } from './payment-states.ts'
import type { PendingPayment } from './pending-payment.ts'

const cart = aCart()
const { order } = anOrder()
const success = { id: order.id, orderId: order.id, order }
const bought = aCart({ orderId: order.id })
const refusal = (status: number, code: string, error = 'text') =>
  new ApiError(status, JSON.stringify({ error, code }), '')
const unpaid = refusal(402, 'payment_not_succeeded')
const lost = new TypeError('Failed to fetch')
const charged: Script['confirmation'] = { paymentIntent: { status: 'succeeded' } as never }
const pending: PendingPayment = {
  cartId: cart.cartId,
  intent: { id: 'pi_1', clientSecret: 'pi_1_secret' },
  isPaid: true,
  purchase: { cart, details: NO_DETAILS },
}

/** An open page, whose form can be used unless the script has a payment under way. */
function opened(script: Script): Scene {
  const scene = paymentScene(script)
  scene.open()
  return scene
}

/** A page whose button is pressed, when the state has reached `step`. */
async function paid(script: Script, step: PaymentState['step'] = 'done'): Promise<Scene> {
  const scene = opened(script)
  scene.pay()
  await scene.reaches(step)
  return scene
}

/** A page that finds the record of a payment, when the state has reached `step`. */
async function resumed(script: Script, step: PaymentState['step'] = 'done'): Promise<Scene> {
  const scene = opened({ pending, ...script })
  await scene.reaches(step)
  return scene
}

describe('a press of the button', () => {
  it('returns to the form with the reason if the server stays busy for as long as a buyer waits', async () => {
    vi.useFakeTimers()
    try {
      const scene = opened({ startPayment: refusal(503, 'busy', 'We are busy.') })
      scene.pay()
      await scene.reaches('authorising')
      while (scene.machine.getState().step === 'authorising') {
        await vi.advanceTimersByTimeAsync(500)
      }
      const problem = { message: 'We are busy.', isCard: false }
      expect(scene.machine.getState()).toMatchObject({ step: 'filling', problem })
      expect(scene.log.length).toBeGreaterThan(10)
      expect(new Set(scene.log)).toEqual(new Set([carts.startPayment.path]))
      expect(scene.pending()).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('extends the hold before the card is charged, and orders afterwards', async () => {
    const { log, extended, states } = await paid({ orders: [success], confirmation: charged })
    const steps = [carts.startPayment.path, 'confirm', orders.createOrder.path]
    expect(log).toEqual([...steps, `keep ${order.id}`])
    expect(extended).toEqual([HOLD_END])
    expect(states).toEqual([
      { step: 'opening' },
      { step: 'filling', problem: null },
      { step: 'authorising', wallet: null },
      { step: 'confirming', wait: 'usual', isPaid: true, reference: 'pi_1' },
      { step: 'done', orderId: order.id, reference: 'pi_1' },
    ])
  })

  it('sends the provider who pays, with the country, and leaves the page only if required', async () => {
    const scene = opened({ orders: [success], confirmation: charged })
    scene.pay({
      email: 'ana@example.com',
      phone: '555 0100',
      address: '1 Main St',
      city: 'New York',
      state: 'NY',
      zipCode: '10001',
      country: 'US',
    })
    await scene.reaches('done')
    expect(scene.confirmations).toMatchObject([
      {
        redirect: 'if_required',
        confirmParams: {
          return_url: 'http://localhost/checkout-api/12345',
          payment_method_data: {
            billing_details: {
              name: 'Ana Silva',
              email: 'ana@example.com',
              phone: '555 0100',
              address: {
                line1: '1 Main St',
                city: 'New York',
                state: 'NY',
                postal_code: '10001',
                country: 'US',
              },
            },
          },
        },
      },
    ])
  })

  it('pays once when it is pressed twice', async () => {
    const scene = opened({ orders: [success], confirmation: charged })
    scene.pay()
    scene.pay()
    await scene.reaches('done')
    expect(scene.confirmations).toHaveLength(1)
  })

  it('pays from a wallet, which tells the provider itself whose card it is', async () => {
    const scene = opened({ orders: [success], confirmation: charged })
    scene.payByWallet()
    await scene.reaches('done')
    expect(scene.states).toContainEqual({ step: 'authorising', wallet: 'Apple Pay' })
    expect(scene.confirmations).toHaveLength(1)
    expect(scene.confirmations).not.toMatchObject([
      { confirmParams: { payment_method_data: expect.anything() } },
    ])
    expect(scene.sheetFailures).toEqual([])
  })

  it.each<[string, Script, object]>([
    [
      'the bank declines',
      {
        confirmation: {
          error: { type: 'card_error', message: 'Your card was declined.' },
        } as never,
      },
      { message: 'Your card was declined.', advice: expect.stringContaining('Apple Pay') },
    ],
    ['our server does not answer', { startPayment: lost }, {}],
    ['the total is another one', { startPayment: { totalMinor: 9999 } }, {}],
    ['the code that pays cannot be fetched', { codeLosses: 1 }, {}],
  ])(
    "ends a wallet's sheet with the reason if %s, and says it above the wallets",
    async (_, script, says) => {
      const scene = opened(script)
      scene.payByWallet()
      await scene.reaches('authorising')
      await scene.reaches('filling')
      const { problem } = scene.machine.getState() as { problem: { message: string } }
      expect(problem).toMatchObject({ wallet: 'Apple Pay', isCard: false, ...says })
      expect(scene.sheetFailures).toEqual([problem.message])
    },
  )

  it("ends a wallet's sheet when another tab pays, and charges nothing", async () => {
    const scene = opened({ locks: [false], whileOtherTabPays: () => {}, carts: [bought] })
    scene.payByWallet()
    await scene.reaches('done')
    expect(scene.sheetFailures).toEqual(['Nothing was charged.'])
    expect(scene.confirmations).toEqual([])
  })

  it("ends a wallet's sheet when another tab has bought the cart already", async () => {
    const startPayment = refusal(410, 'hold_expired')
    const scene = opened({ startPayment, carts: [bought] })
    scene.payByWallet()
    await scene.reaches('done')
    expect(scene.sheetFailures).toEqual(['Nothing was charged.'])
  })

  it("ends a wallet's sheet at once while a payment is under way", async () => {
    const scene = opened({ orders: [success], confirmation: charged })
    scene.pay()
    scene.payByWallet()
    expect(scene.sheetFailures).toEqual(['Nothing was charged.'])
    await scene.reaches('done')
    expect(scene.confirmations).toHaveLength(1)
  })

  it('charges nothing when the hold has expired', async () => {
    const startPayment = refusal(410, 'hold_expired')
    const { log } = await paid({ startPayment, carts: [null] }, 'expired')
    expect(log).toEqual([carts.startPayment.path, 'refresh'])
  })

  it('shows the order when the hold ended because another tab bought the cart', async () => {
    const startPayment = refusal(410, 'hold_expired')
    const { machine } = await paid({ startPayment, carts: [bought] })
    expect(machine.getState()).toMatchObject({ step: 'done', orderId: order.id })
  })

  it('charges no total that the buyer has not seen', async () => {
    const scene = opened({ startPayment: { totalMinor: 9999 } })
    scene.pay()
    await scene.reaches('authorising')
    await scene.reaches('filling')
    expect(scene.log).toEqual([carts.startPayment.path, 'refresh'])
    expect(scene.machine.getState()).toMatchObject({
      problem: { title: 'The total changed', message: expect.stringContaining('to $99.99') },
    })
  })

  it.each<[string, Script, object]>([
    [
      'the form of the provider is incomplete',
      { formError: { message: 'Your card number is incomplete.' } },
      { message: 'Your card number is incomplete.', isCard: true },
    ],
    [
      'our server does not answer',
      { startPayment: lost },
      { message: expect.stringContaining('We could not reach our server.'), isCard: false },
    ],
    [
      'our server refuses with a reason',
      { startPayment: refusal(500, 'internal_error', 'We have a fault.') },
      { message: 'We have a fault.', isCard: false },
    ],
    [
      'the code that pays cannot be fetched',
      { codeLosses: 1 },
      { message: expect.stringContaining('We could not reach our server.'), isCard: false },
    ],
    [
      'the bank declines the card',
      { confirmation: { error: { type: 'card_error', message: 'Your card was declined.' } } },
      { message: 'Your card was declined.', isCard: true },
    ],
  ])(
    'returns to the form with the reason, and without a record, when %s',
    async (_, script, problem) => {
      const scene = opened(script)
      scene.pay()
      await scene.reaches('authorising')
      await vi.waitFor(() =>
        expect(scene.machine.getState()).toMatchObject({ step: 'filling', problem }),
      )
      expect(scene.log).not.toContain(orders.createOrder.path)
      expect(scene.pending()).toBeNull()
    },
  )

  it('returns to the form when the browser fails before the bank was asked', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const scene = opened({ locks: [new Error('broken')] })
    scene.pay()
    await vi.waitFor(() =>
      expect(scene.machine.getState()).toMatchObject({
        step: 'filling',
        problem: { message: 'An unexpected error occurred' },
      }),
    )
    error.mockRestore()
  })

  it('accepts another card after a decline', async () => {
    const script: Script = {
      orders: [success],
      confirmation: { error: { type: 'card_error', message: 'Your card was declined.' } },
    }
    const scene = opened(script)
    scene.pay()
    await vi.waitFor(() =>
      expect(scene.machine.getState()).toMatchObject({ problem: { isCard: true } }),
    )
    script.confirmation = charged
    scene.pay()
    await scene.reaches('done')
    expect(scene.confirmations).toHaveLength(2)
  })

  it.each<[string, Script['confirmation']]>([
    ['an error that says so', { error: { type: 'api_connection_error' } }],
    ['an exception', new Error('no answer')],
  ])('asks our server when the answer of the bank is lost with %s', async (_, confirmation) => {
    const { machine } = await paid({ orders: [success], confirmation })
    expect(machine.getState()).toMatchObject({ step: 'done', orderId: order.id })
  })
})

describe('a free order', () => {
  const free = async (script: Script) => {
    const scene = opened(script)
    scene.payFree()
    await scene.reaches('authorising')
    return scene
  }

  it('is made without a card', async () => {
    const scene = await free({ orders: [success] })
    await scene.reaches('done')
    expect(scene.confirmations).toEqual([])
    expect(scene.machine.getState()).toMatchObject({ orderId: order.id, reference: null })
  })

  it('is tried again over a lost connection', async () => {
    const scene = await free({ orders: [lost, lost, success] })
    await scene.reaches('done')
    expect(scene.pauses).toHaveLength(2)
  })

  it("returns to the form with the server's reason", async () => {
    const reason = 'This cart has to be paid before it becomes an order.'
    const scene = await free({ orders: [refusal(402, 'payment_not_succeeded', reason)] })
    await scene.reaches('filling')
    await vi.waitFor(() =>
      expect(scene.machine.getState()).toMatchObject({
        problem: { title: 'Order Creation Failed', message: reason },
      }),
    )
  })
})

describe('a page that finds a payment under way', () => {
  it('shows it as being confirmed from the first moment, and never the form', async () => {
    const { states } = await resumed({ orders: [success] })
    expect(states.map(({ step }) => step)).toEqual(['opening', 'confirming', 'done'])
  })

  it('shows at once after a reload that the bank still confirms, and not the usual text first', async () => {
    const script: Script = {
      orders: [unpaid],
      statuses: [{ state: 'processing' }],
      intent: { status: 'processing' },
      leaveAfter: 1,
    }
    const first = opened({ ...script, pending: { ...pending, isPaid: false } })
    await first.reaches('confirming')
    await vi.waitFor(() => expect(first.pending()).toMatchObject({ isWithBank: true }))
    const left = first.pending()
    if (!left) throw new Error('The record of the payment is gone')
    const { states } = await resumed({ ...script, pending: left }, 'confirming')
    expect(states.find(({ step }) => step === 'confirming')).toMatchObject({ wait: 'bank' })
  })
  it("shows the bank's reason when a reload comes back to a declined card", async () => {
    const { machine, pending: record } = await resumed(
      {
        orders: [unpaid],
        intent: {
          status: 'requires_payment_method',
          last_payment_error: { message: 'Your card has expired.' },
        },
      },
      'filling',
    )
    expect(machine.getState()).toMatchObject({ problem: { message: 'Your card has expired.' } })
    expect(record()).toBeNull()
  })

  it('explains a slow bank, and asks less and less often', async () => {
    const { states, pauses } = await resumed({
      orders: [unpaid, unpaid, unpaid, success],
      intent: { status: 'processing' },
    })
    expect(states).toContainEqual(expect.objectContaining({ step: 'confirming', wait: 'bank' }))
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(new Set(pauses).size).toBe(3)
  })

  it('follows a refund until the buyer has the money, even if the bank first returned it', async () => {
    const refund = {
      reference: 'RF-1',
      amountMinor: 7596,
      currency: 'usd',
      isCalledOff: false,
      isOverLimit: false,
    }
    const scene = await resumed(
      {
        orders: [refusal(409, 'payment_refunded')],
        statuses: [
          { state: 'refund_pending', ...refund },
          { state: 'refund_failed', ...refund },
          { state: 'refunded', ...refund },
        ],
        carts: [null],
      },
      'refunded',
    )
    const shown = () =>
      scene.states.flatMap((state) => (state.step === 'refunded' ? [state.refund.state] : []))
    await vi.waitFor(() => expect(shown()).toEqual(['refund_pending', 'refund_failed', 'refunded']))
    expect(scene.pending()).toEqual(pending)
  })

  it('forgets a refunded payment when its buyer pays a new hold', async () => {
    const refund = {
      reference: 'RF-1',
      amountMinor: 7596,
      currency: 'usd',
      isCalledOff: false,
      isOverLimit: false,
    }
    const { machine, pending: record } = await resumed(
      { orders: [unpaid], statuses: [{ state: 'refunded', ...refund }], carts: [null] },
      'refunded',
    )
    machine.payNewHold()
    expect(machine.getState()).toEqual({ step: 'filling', problem: null })
    expect(record()).toBeNull()
  })

  it('explains a server that does not answer, and goes on when it is back', async () => {
    const { states } = await resumed({ orders: [...Array(8).fill(lost), success] })
    expect(states.map((state) => ('wait' in state ? state.wait : state.step))).toEqual([
      'opening',
      ...['usual', 'usual', 'usual', 'slow', 'slow', 'slow', 'slow', 'unreached', 'unreached'],
      'done',
    ])
  })

  it('does not claim that a payment succeeded before the provider said so', async () => {
    const scene = await resumed(
      { pending: { ...pending, isPaid: false }, orders: [lost], leaveAfter: 8 },
      'confirming',
    )
    await vi.waitFor(() => expect(scene.pauses).toHaveLength(8))
    expect(scene.machine.getState()).toMatchObject({ wait: 'unreached', isPaid: false })
  })

  it('finds the order that a webhook made, even if the browser knows only the payment', async () => {
    const { machine } = await resumed({
      pending: { ...pending, purchase: null },
      statuses: [{ state: 'processing' }, { state: 'ticketed', orderId: order.id }],
      intent: { status: 'succeeded' },
    })
    expect(machine.getState()).toMatchObject({ orderId: order.id })
  })

  it('offers to hold again when the payment was canceled with its hold', async () => {
    const canceled = { state: 'failed', reason: 'This payment was canceled.', mayRetry: false }
    const scene = await resumed(
      { orders: [unpaid], statuses: [canceled], carts: [null] },
      'expired',
    )
    expect(scene.pending()).toBeNull()
    scene.machine.payNewHold()
    expect(scene.machine.getState().step).toBe('filling')
  })

  it('stops asking when the page is left', async () => {
    const { log, pauses } = await resumed({ orders: [lost], leaveAfter: 3 }, 'confirming')
    await vi.waitFor(() => expect(pauses).toHaveLength(3))
    await vi.waitFor(() => expect(log).toHaveLength(3))
  })

  it('asks at once when its buyer presses Try again', async () => {
    const { log, machine } = await resumed({ orders: [lost, success] }, 'confirming')
    machine.retry()
    expect(log).toContain('wake')
  })

  it('goes on by itself when the code that pays could not be fetched at first', async () => {
    const { states } = await resumed({ codeLosses: 2, orders: [success] })
    expect(states).toContainEqual(expect.objectContaining({ wait: 'unreached' }))
  })

  it('keeps an unresolved payment when the browser fails, and tries again on request', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const scene = opened({ pending, orders: [success], locks: [new Error('broken'), true] })
    await vi.waitFor(() => expect(scene.machine.getState()).toMatchObject({ wait: 'unreached' }))
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
    scene.machine.retry()
    await scene.reaches('done')
  })
})

describe("the return from a bank's page", () => {
  const returned = { ...pending, isPaid: false, purchase: null }

  it('asks about the payment that the address names, if this browser has no record', async () => {
    const scene = opened({ returned, statuses: [{ state: 'ticketed', orderId: order.id }] })
    expect(scene.machine.isReturn()).toBe(true)
    await scene.reaches('done')
  })

  it('prefers its own record, which can make the order', async () => {
    const scene = opened({ pending, returned, orders: [success] })
    await scene.reaches('done')
    expect(scene.log).toContain(`keep ${order.id}`)
  })

  it('opens the page as usual for a payment of another browser', async () => {
    const scene = opened({ returned, statuses: [refusal(404, 'payment_not_found')] })
    await scene.reaches('filling')
    expect(scene.machine.isReturn()).toBe(true)
  })

  it("reloads a page that was restored from the browser's cache in the middle of a payment", () => {
    const scene = opened({ pending, orders: [lost], leaveAfter: 1 })
    scene.restore()
    expect(scene.log).toContain('reload')
    const idle = opened({})
    idle.restore()
    expect(idle.log).not.toContain('reload')
  })
})

describe('two tabs of one browser', () => {
  it('pay once: the second one waits, and shows the order of the first', async () => {
    const { states, confirmations } = await paid({ locks: [false], carts: [bought] })
    expect(confirmations).toEqual([])
    expect(states.map(({ step }) => step)).toEqual([
      'opening',
      'filling',
      'authorising',
      'otherTab',
      'done',
    ])
  })

  it('return to the form when the first one paid nothing', async () => {
    const { machine } = await paid({ locks: [false] }, 'otherTab')
    await vi.waitFor(() => expect(machine.getState().step).toBe('filling'))
  })

  it('finish the payment of a tab that was closed in the middle', async () => {
    const { machine } = await paid({
      locks: [false, true],
      orders: [success],
      whileOtherTabPays: ({ setPending }) => setPending(pending),
    })
    expect(machine.getState()).toMatchObject({ orderId: order.id })
  })

  it('lock the form of one as soon as the other begins to pay', async () => {
    const scene = opened({ locks: [false], carts: [bought] })
    scene.otherTabBegins()
    await scene.reaches('done')
    expect(scene.states.map(({ step }) => step)).toContain('otherTab')
  })

  it('leave the form open if the other one is done already and bought nothing', async () => {
    const scene = opened({})
    scene.otherTabBegins()
    await vi.waitFor(() => expect(scene.log).toContain('refresh'))
    expect(scene.machine.getState().step).toBe('filling')
  })
})

describe('the end of the countdown', () => {
  it('does not expire a payment that began while the server was asked about the hold', async () => {
    const scene = opened({ orders: [success], confirmation: charged, carts: [null] })
    scene.machine.endCountdown()
    scene.pay()
    await scene.reaches('done')
    expect(scene.states.map(({ step }) => step)).toEqual([
      'opening',
      'filling',
      'authorising',
      'confirming',
      'done',
    ])
  })

  const now = { serverTime: '2026-12-01T20:15:00.000Z' }

  it('expires the hold if the server agrees, or does not answer', async () => {
    for (const answer of [aCart(now), null]) {
      const scene = opened({ carts: [answer] })
      scene.machine.endCountdown()
      await scene.reaches('expired')
    }
  })

  it('changes nothing if the server has more time, or the cart was bought', async () => {
    for (const answer of [aCart(), aCart({ ...now, orderId: order.id })]) {
      const scene = opened({ carts: [answer] })
      scene.machine.endCountdown()
      await vi.waitFor(() => expect(scene.log).toEqual(['refresh']))
      expect(scene.machine.getState().step).toBe('filling')
    }
  })

  it('is ignored while a payment is under way', async () => {
    const { machine, log } = await resumed({ orders: [lost], leaveAfter: 1 }, 'confirming')
    machine.endCountdown()
    expect(log).not.toContain('refresh')
  })
})
