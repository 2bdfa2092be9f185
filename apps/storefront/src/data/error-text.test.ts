import { ApiError } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import {
  holdFailure,
  holdTexts,
  mailTexts,
  orderTexts,
  paymentTexts,
} from '../shared/purchase-text.ts'
import { detailsOf, fetchFailed, textForPerson, textOf } from './error-text.ts'

const BUSY = '{"error":"Too busy","code":"busy"}'
const refused = new ApiError(503, BUSY, 'Service Unavailable')
const bare = new ApiError(502, '', 'Bad Gateway')
const silent = new ApiError(500, '{}', 'Internal Server Error')
const lost = new TypeError('Failed to fetch')

describe('what a failed call says', () => {
  it('the message of a failed call has its status and body, or the status text if the body is empty', () => {
    expect(refused.message).toBe('503: {"error":"Too busy","code":"busy"}')
    expect(bare.message).toBe('502: Bad Gateway')
  })

  it("shows a person the server's words, else the status", () => {
    expect(textOf(refused)).toBe('Too busy')
    expect(textOf(bare)).toBe('HTTP 502: Bad Gateway')
    expect(textOf(lost)).toBe('Failed to fetch')
    expect(textOf('odd')).toBe('odd')
  })

  it('an error of the program is not read out to a person, who is told whose fault it is', () => {
    expect(textForPerson(refused)).toBe('Too busy')
    expect(textForPerson(lost)).toBe('This page could not be shown. The fault is ours, not yours.')
  })

  it('the details name the kind of error, and the reference if the server gave one', () => {
    const logged = new ApiError(500, '{"code":"internal_error","details":{"requestId":"r-1"}}', '')
    expect(detailsOf(logged)).toEqual([
      ['Error', '500 internal_error'],
      ['Reference', 'r-1'],
    ])
    expect(detailsOf(refused)).toEqual([['Error', '503 busy']])
    expect(detailsOf(lost)).toEqual([
      ['Error', 'TypeError'],
      ['Message', 'Failed to fetch'],
    ])
    expect(detailsOf('odd')).toEqual([
      ['Error', 'string'],
      ['Message', 'odd'],
    ])
  })

  it.each([
    ['Failed to fetch events: Bad Gateway', fetchFailed.events(bare)],
    ['Failed to fetch events: Service Unavailable', fetchFailed.events(refused)],
    // Over HTTP/2 an answer has no status text.
    ['Failed to fetch events: Too busy', fetchFailed.events(new ApiError(503, BUSY, ''))],
    ['Failed to fetch event', fetchFailed.event()],
    ['Failed to fetch ticket types', fetchFailed.ticketTypes()],
    ['Failed to fetch daily price availability: 503 Too busy', fetchFailed.dailyPrices(refused)],
    ['Failed to fetch daily price availability: 502 Bad Gateway', fetchFailed.dailyPrices(bare)],
    ['Failed to fetch daily price availability', fetchFailed.dailyPrices(lost)],
    ['Failed to fetch calendar pricing', fetchFailed.calendar()],
  ])('%s', (text, said) => {
    expect(said).toBe(text)
  })
})

describe('why nothing could be held', () => {
  it.each([
    ["the server's words", refused, 'Too busy'],
    ['else its status', silent, 'Failed to create hold: 500'],
    ['else that it failed', lost, 'Failed to reserve tickets'],
  ])('%s', (_, error, text) => {
    expect(holdFailure(error)).toBe(text)
  })
})

it('is worded as specified', () => {
  const { sent, onItsWayTitle, changeOnItsWay, ...mailWords } = mailTexts
  expect({ holdTexts, orderTexts, mailWords }).toEqual({
    holdTexts: {
      failedTitle: 'Cart Hold Failed',
      failedInDialog: 'Reservation Failed',
      notFoundTitle: 'Cart Not Found',
      notFound: 'Your cart hold has expired or does not exist.',
      expiredTitle: 'Cart Hold Expired',
      expired: 'Your cart hold has expired. Please start over.',
      invalidTitle: 'Invalid Cart Data',
    },
    orderTexts: {
      failedTitle: 'Order Creation Failed',
      failed: 'Payment succeeded but order creation failed. Please contact support.',
      noOrderId: 'No order id returned from order creation',
      purchaseFailedTitle: 'Purchase Failed',
    },
    mailWords: {
      sentTitle: 'Email Sent',
      changeSent: 'A confirmation email has been sent.',
      failedTitle: 'Email Failed',
      failed: 'Failed to send confirmation email. Please try again.',
    },
  })
  expect(sent('ada@example.com')).toBe('Tickets have been sent to ada@example.com')
  const { tooLow, intentFailed, ...words } = paymentTexts
  expect(words).toEqual({
    invalidAmountTitle: 'Invalid Payment Amount',
    invalidAmount: 'The total amount must be greater than $0. Please check your ticket prices.',
    tooLowTitle: 'Payment Amount Too Low',
    setupFailedTitle: 'Payment Setup Failed',
    setupFailed: 'Unable to initialize payment processing',
    failedTitle: 'Payment Failed',
    failed: 'Payment failed',
    unexpected: 'An unexpected error occurred',
  })
  expect(tooLow('$0.50')).toBe('The minimum payment amount is $0.50.')
  expect(intentFailed(503)).toBe('Failed to create payment intent: 503')
})
