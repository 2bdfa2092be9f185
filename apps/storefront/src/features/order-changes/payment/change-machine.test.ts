import { ApiError } from '@foyer/contract'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { describe, expect, it, vi } from 'vitest'
import { createChangeMachine } from './change-machine.ts'
import type { ChangeMachine, ChangeState } from './change-states.ts'
import type { ChangeIntent, PendingChange, RequestedChange } from './pending-change.ts'

const PAID: RequestedChange = {
  email: 'ada@example.com',
  change: { type: 'reschedule', newSessionId: 'there' },
  dueMinor: 2000,
  currency: 'usd',
}
const FREE: RequestedChange = { ...PAID, dueMinor: 0 }
const INTENT: ChangeIntent = {
  id: 'pi_1',
  clientSecret: 'pi_1_secret',
  expiresAt: '2999-12-01T20:15:00.000Z',
}
const PENDING: PendingChange = { ...PAID, intent: INTENT }

const refusal = (status: number, code: string, error = 'The reason.') =>
  new ApiError(status, JSON.stringify({ error, code }), 'Status Text')
const lost = new TypeError('Failed to fetch')
const unpaid = refusal(402, 'payment_required')

interface Script {
  /** Answers of the server in turn, the last one repeated; an error is thrown. */
  holds?: unknown[]
  submits?: unknown[]
  /** The provider's answer to the confirmation; an error is thrown. */
  confirmation?: unknown
  /** The intent as the provider shows it, in turn. */
  intents?: unknown[]
  formError?: { message: string }
  /** The card form itself fails when it is submitted. */
  formFailure?: Error
  pending?: PendingChange
}

function answersOf(answers: readonly unknown[]): () => unknown {
  const rest = [...answers]
  return () => {
    const answer = rest.length > 1 ? rest.shift() : rest[0]
    if (answer instanceof Error) throw answer
    return answer
  }
}

/** One page whose server and provider follow a script. */
function scene(script: Script = {}) {
  const log: string[] = []
  let pending = script.pending ?? null
  let restore = () => {}
  const nextHold = answersOf(script.holds ?? [INTENT])
  const nextSubmit = answersOf(script.submits ?? [undefined])
  const nextIntent = answersOf(script.intents ?? [{ status: 'succeeded' }])
  const stripe = {
    retrievePaymentIntent: async () => ({ paymentIntent: nextIntent() }),
  } as unknown as Stripe
  const elements = {
    submit: async () => {
      if (script.formFailure) throw script.formFailure
      return script.formError ? { error: script.formError } : {}
    },
  } as unknown as StripeElements
  const machine = createChangeMachine({
    hold: async () => {
      log.push('hold')
      return nextHold() as ChangeIntent
    },
    submit: async (_, intentId) => {
      log.push(`submit ${intentId}`)
      nextSubmit()
    },
    stripe: async () => stripe,
    confirm: async () => {
      log.push('confirm')
      const answer = script.confirmation ?? { paymentIntent: { status: 'succeeded' } }
      if (answer instanceof Error) throw answer
      return answer as never
    },
    pending: {
      read: () => pending,
      save: (saved) => {
        pending = saved
      },
      remove: () => {
        pending = null
      },
    },
    onRestored: (listener) => {
      restore = listener
      return () => {
        restore = () => {}
      }
    },
    reopen: () => void log.push('reopen'),
    backoff: {
      wait: async () => {
        log.push('wait')
        // A task and not only a microtask, so that a test that waits for ever can look.
        await new Promise((resolve) => setTimeout(resolve))
      },
      wake: () => void log.push('wake'),
    },
    refresh: () => void log.push('refresh'),
  })
  const steps: string[] = []
  machine.subscribe(() => steps.push(machine.getState().step))
  return { machine, log, steps, elements, pending: () => pending, restore: () => restore() }
}

async function reaches<S extends ChangeState['step']>(machine: ChangeMachine, step: S) {
  await vi.waitFor(() => expect(machine.getState().step).toBe(step))
  return machine.getState() as Extract<ChangeState, { step: S }>
}

/** A page with the card form open. */
async function paying(script: Script = {}) {
  const page = scene(script)
  const leave = page.machine.open()
  page.machine.start(PAID)
  await reaches(page.machine, 'paying')
  return { ...page, leave }
}

describe('a change that costs nothing more', () => {
  it('is made at once', async () => {
    const { machine, log, steps } = scene()
    machine.open()
    machine.start(FREE)
    expect(await reaches(machine, 'done')).toEqual({ step: 'done', made: FREE, reference: null })
    expect(log).toEqual(['submit null', 'refresh'])
    expect(steps).toEqual(['quoted', 'submitting', 'done'])
  })

  it('is sent once for a repeated press', async () => {
    const { machine, log } = scene()
    machine.open()
    machine.start(FREE)
    machine.start(FREE)
    await reaches(machine, 'done')
    machine.start(FREE)
    expect(log.filter((entry) => entry === 'submit null')).toHaveLength(1)
  })

  it('is sent again after a lost answer, and fails with the general text if none comes', async () => {
    const { machine, log } = scene({ submits: [lost] })
    machine.open()
    machine.start(FREE)
    expect(await reaches(machine, 'failed')).toMatchObject({
      canRetry: true,
      problem: {
        title: 'Reschedule Failed',
        message: 'Failed to reschedule your order. Please try again.',
      },
    })
    expect(log.filter((entry) => entry === 'submit null')).toHaveLength(2)
  })

  it('shows the reason of a refusal, and the status of an answer that is none', async () => {
    for (const [error, message] of [
      [refusal(409, 'change_limit_reached'), 'The reason.'],
      [refusal(502, 'internal_error'), 'HTTP 502: Status Text'],
    ] as const) {
      const { machine } = scene({ submits: [error] })
      machine.open()
      machine.start(FREE)
      expect((await reaches(machine, 'failed')).problem.message).toBe(message)
    }
  })

  it('is named in the failure: an upgrade fails as an upgrade', async () => {
    const upgrade = { type: 'upgrade', newTicketTypeId: 'vip', ticketIds: ['t1'] } as const
    for (const [submit, message] of [
      [refusal(409, 'upgrade_not_possible'), 'The reason.'],
      [lost, 'Failed to upgrade your ticket. Please try again.'],
    ] as const) {
      const { machine } = scene({ submits: [submit] })
      machine.open()
      machine.start({ ...FREE, change: { ...upgrade, ticketIds: [...upgrade.ticketIds] } })
      expect((await reaches(machine, 'failed')).problem).toMatchObject({
        title: 'Upgrade Failed',
        message,
      })
    }
  })

  it('goes back to the quote, which is read again, if it costs something now', async () => {
    const { machine, log } = scene({ submits: [unpaid] })
    machine.open()
    machine.start(FREE)
    await vi.waitFor(() => expect(log).toContain('refresh'))
    const { problem } = await reaches(machine, 'quoted')
    expect(problem?.title).toBe('The price has changed')
  })
})

describe('a change that is paid for', () => {
  it('is held, paid and made, and its record ends with it', async () => {
    const { machine, log, steps, elements, pending } = await paying()
    expect(pending()).toBeNull()
    machine.pay(elements)
    machine.pay(elements)
    expect(await reaches(machine, 'done')).toMatchObject({ reference: 'pi_1' })
    expect(log).toEqual(['hold', 'hold', 'confirm', 'submit pi_1', 'refresh'])
    expect(steps).toEqual(['quoted', 'holding', 'paying', 'authorising', 'submitting', 'done'])
    expect(pending()).toBeNull()
  })

  it('keeps its record from the moment the bank is asked until the outcome is known', async () => {
    const { machine, elements, pending, leave } = await paying({ submits: [lost] })
    machine.pay(elements)
    await reaches(machine, 'submitting')
    expect(pending()).toEqual(PENDING)
    leave()
  })

  it('opens the form again with the reason of a declined card', async () => {
    const { machine, elements, pending, log } = await paying({
      confirmation: { error: { type: 'card_error', message: 'Your card was declined.' } },
    })
    machine.pay(elements)
    await vi.waitFor(() => expect(log).toContain('confirm'))
    const { problem } = await reaches(machine, 'paying')
    expect(problem).toMatchObject({
      title: 'Payment Failed',
      message: 'Your card was declined.',
      isCard: true,
    })
    expect(pending()).toBeNull()
  })

  it('does not ask the bank with an incomplete form', async () => {
    const { machine, elements, log } = await paying({ formError: { message: 'Incomplete.' } })
    machine.pay(elements)
    await vi.waitFor(() =>
      expect(machine.getState()).toMatchObject({ problem: { message: 'Incomplete.' } }),
    )
    expect(log).not.toContain('confirm')
  })

  it('says that an error occurred if the card form itself fails, and asks no bank', async () => {
    const { machine, elements, log } = await paying({ formFailure: new RangeError('No form') })
    machine.pay(elements)
    expect(await reaches(machine, 'failed')).toMatchObject({
      canRetry: true,
      problem: {
        title: 'Reschedule Failed',
        message: 'An error occurred while rescheduling your order.',
      },
    })
    expect(log).not.toContain('confirm')
  })

  it('asks for the card once more if the hold had expired and was made again', async () => {
    const other = { ...INTENT, id: 'pi_2', clientSecret: 'pi_2_secret' }
    const { machine, elements, log } = await paying({ holds: [INTENT, other] })
    machine.pay(elements)
    await vi.waitFor(() =>
      expect(machine.getState()).toMatchObject({
        step: 'paying',
        intent: other,
        problem: { title: 'Your hold had expired' },
      }),
    )
    expect(log).not.toContain('confirm')
  })

  it('fails without a charge if the tickets were gone when the hold had expired', async () => {
    const { machine, elements, log } = await paying({
      holds: [INTENT, refusal(409, 'sold_out', 'Sold out.')],
    })
    machine.pay(elements)
    expect((await reaches(machine, 'failed')).problem.message).toBe('Sold out.')
    expect(log).not.toContain('confirm')
  })

  it('is refunded if the tickets were gone when the payment arrived, and says so', async () => {
    const { machine, elements, pending, leave } = await paying({
      submits: [refusal(409, 'payment_refunded', 'Your new tickets were gone.')],
    })
    machine.pay(elements)
    expect(await reaches(machine, 'refunded')).toMatchObject({
      message: 'Your new tickets were gone.',
    })
    // A reload asks again and shows the refund again, until the page is left.
    expect(pending()).not.toBeNull()
    leave()
    expect(pending()).toBeNull()
  })

  it('asks until the server answers after a lost connection', async () => {
    const { machine, elements, log } = await paying({
      confirmation: lost,
      submits: [lost, lost, undefined],
    })
    machine.pay(elements)
    await reaches(machine, 'done')
    expect(log.filter((entry) => entry === 'submit pi_1')).toHaveLength(3)
  })

  it('waits for a bank that needs longer', async () => {
    const { machine, elements, steps } = await paying({
      confirmation: { paymentIntent: { status: 'processing' } },
      submits: [unpaid, undefined],
      intents: [{ status: 'processing' }],
    })
    machine.pay(elements)
    await reaches(machine, 'done')
    expect(steps.slice(-3)).toEqual(['submitting', 'submitting', 'done'])
  })

  it('reports a payment that cannot be prepared, and tries again', async () => {
    const { machine } = scene({ holds: [refusal(503, 'provider_unavailable'), INTENT] })
    machine.open()
    machine.start(PAID)
    expect(await reaches(machine, 'failed')).toMatchObject({
      canRetry: true,
      problem: {
        title: 'Payment Setup Failed',
        message: 'Unable to initialize payment processing',
      },
    })
    machine.retry()
    await reaches(machine, 'paying')
  })

  it('asks for a hold once for the same choice, and again for another one', async () => {
    const other = { ...PAID, change: { ...PAID.change, newSessionId: 'elsewhere' } }
    const { machine, log } = await paying()
    for (const [wanted, holds] of [
      [PAID, 1],
      [other, 2],
      [PAID, 3],
    ] as const) {
      machine.reset()
      machine.start(wanted)
      expect((await reaches(machine, 'paying')).wanted).toEqual(wanted)
      expect(log).toHaveLength(holds)
    }
  })

  it('asks for a hold again if the last one has expired', async () => {
    const { machine, log } = await paying({ holds: [{ ...INTENT, expiresAt: '2026-01-01' }] })
    machine.reset()
    machine.start(PAID)
    await reaches(machine, 'paying')
    expect(log).toEqual(['hold', 'hold'])
  })

  it('can be left while it is being held, for another choice', async () => {
    const { machine, steps } = scene()
    machine.open()
    machine.start(PAID)
    expect(machine.getState().step).toBe('holding')
    machine.reset()
    expect(machine.getState().step).toBe('quoted')
    machine.start(FREE)
    expect(await reaches(machine, 'done')).toMatchObject({ made: FREE })
    expect(steps).not.toContain('paying')
  })

  it('goes back to the quote, which is read again, if another amount is due', async () => {
    for (const code of ['amount_mismatch', 'nothing_to_pay']) {
      const { machine, log } = scene({ holds: [refusal(409, code)] })
      machine.open()
      machine.start(PAID)
      await vi.waitFor(() => expect(log).toContain('refresh'))
      expect((await reaches(machine, 'quoted')).problem?.title).toBe('The price has changed')
    }
  })
})

describe('a page that is opened while a payment is not resolved', () => {
  it('shows a refund again after a reload, until the buyer goes on', async () => {
    const { machine, pending } = scene({
      pending: PENDING,
      submits: [refusal(409, 'payment_refunded', 'Your new tickets were gone.')],
    })
    machine.open()
    await reaches(machine, 'refunded')
    expect(pending()).toEqual(PENDING)
    machine.reset()
    expect(pending()).toBeNull()
  })

  it('is opened anew if the browser shows it again from its cache', async () => {
    const { machine, elements, log, restore, leave } = await paying({ submits: [lost] })
    restore()
    expect(log).not.toContain('reopen')
    machine.pay(elements)
    await reaches(machine, 'submitting')
    restore()
    expect(log).toContain('reopen')
    leave()
  })

  it('goes on with the change and does not charge again', async () => {
    const { machine, log } = scene({ pending: PENDING })
    machine.open()
    expect(await reaches(machine, 'done')).toMatchObject({ made: PAID })
    expect(log).toEqual(['submit pi_1', 'refresh'])
  })

  it("opens the card form if the bank's question was left unanswered", async () => {
    const { machine, pending } = scene({
      pending: PENDING,
      submits: [unpaid],
      intents: [{ status: 'requires_action' }],
    })
    machine.open()
    const { problem, intent } = await reaches(machine, 'paying')
    expect(problem?.message).toBe('Your bank’s check was not finished.')
    expect(intent).toEqual(INTENT)
    expect(pending()).toBeNull()
  })

  it('shows the quote again if the payment was canceled', async () => {
    const { machine, pending } = scene({
      pending: PENDING,
      submits: [unpaid],
      intents: [{ status: 'canceled' }],
    })
    machine.open()
    await reaches(machine, 'quoted')
    expect(pending()).toBeNull()
  })
})
