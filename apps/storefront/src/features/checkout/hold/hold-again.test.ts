import { ApiError, type Client } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { holdAgain } from './hold-again.ts'

const last = aCart()
const answering = (answer: unknown, seen: unknown[] = []): Client =>
  (async (_endpoint: unknown, input: unknown) => {
    seen.push(input)
    if (answer instanceof Error) throw answer
    return answer
  }) as Client
const refused = (code: string, details?: object, error = 'The server says why') =>
  new ApiError(409, JSON.stringify({ error, code, details }), '')

describe('holdAgain', () => {
  it('holds the same tickets and add-ons', async () => {
    const seen: unknown[] = []
    const outcome = await holdAgain(answering(aCart(), seen), last, 'en-US')
    expect(outcome).toMatchObject({
      change: { tone: 'success', text: 'Your 2 tickets are held again. The price is the same.' },
    })
    expect(seen).toMatchObject([
      {
        params: { cartId: '12345' },
        body: {
          sessionId: last.sessionId,
          tickets: [{ ticketTypeId: last.quote.lines[0]?.id, quantity: 2 }],
          addOns: [{ addOnId: last.quote.lines[1]?.id, quantity: 1 }],
        },
      },
    ])
  })

  it('names the new total', async () => {
    const dearer = aCart({ quote: { ...last.quote, totalMinor: 8096 } })
    const outcome = await holdAgain(answering(dearer), last, 'en-US')
    expect(outcome).toMatchObject({
      change: {
        tone: 'warning',
        text: 'Your 2 tickets are held again. The total changed from $75.96 to $80.96.',
      },
    })
  })

  it('says that the coupon ended with the previous hold', async () => {
    const { totalMinor, ...quote } = last.quote
    const coupon = { id: 'use', code: 'TEN' }
    const reduced = aCart({ quote: { ...quote, totalMinor: totalMinor - 1000, coupon } })
    const outcome = await holdAgain(answering(aCart()), reduced, 'en-US')
    expect(outcome).toMatchObject({
      change: { text: expect.stringMatching(/coupon ended with the hold; please enter it again/) },
    })
  })

  it.each([
    [{ available: 1 }, 'Only 1 ticket left at this time.'],
    [{ available: 0 }, 'These tickets have been sold in the meantime.'],
    [{}, 'The server says why'],
  ])('says what is left if the selection no longer fits: %j', async (details, message) => {
    const outcome = await holdAgain(answering(refused('sold_out', details)), last, 'en-US')
    expect(outcome).toEqual({
      kind: 'refused',
      message,
      advice:
        'Nothing was charged and your selection is kept. Choose another time, or change your tickets.',
      wayOn: 'time',
      alternatives: [],
    })
  })

  it('leads to all days if the server knows no time that has room', async () => {
    const answer = refused('sold_out', { available: 0, alternatives: [] })
    expect(await holdAgain(answering(answer), last, 'en-US')).toMatchObject({
      advice:
        'Nothing was charged and your selection is kept. No other time has room for all your tickets right now.',
      wayOn: 'date',
      alternatives: [],
    })
  })

  it('returns the times that have room for the same tickets', async () => {
    const alternative = {
      sessionId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa2',
      date: '2026-12-04',
      startsAt: '2026-12-05T04:00:00.000Z',
      localTime: '8:00 PM',
      availableCount: 6,
      fromAllInMinor: 2999,
    }
    const answer = refused('sold_out', { available: 0, alternatives: [alternative] })
    expect(await holdAgain(answering(answer), last, 'en-US')).toMatchObject({
      alternatives: [alternative],
    })
  })

  it('gives the reason of any other refusal, and says what remains chosen if the server does not answer', async () => {
    expect(await holdAgain(answering(refused('payment_in_progress')), last, 'en-US')).toEqual({
      kind: 'refused',
      message: 'The server says why',
      advice: 'Nothing was charged and your selection is kept. Please try again in a moment.',
      wayOn: null,
      alternatives: [],
    })
    const silent = new ApiError(500, '{}', '')
    expect(await holdAgain(answering(silent), last, 'en-US')).toMatchObject({
      message: 'Failed to create hold: 500',
    })
    expect(await holdAgain(answering(new TypeError('fetch')), last, 'en-US')).toMatchObject({
      message: 'Failed to reserve tickets',
      advice: expect.stringContaining('Your selection is kept'),
    })
  })
})
