import type { CartView } from '@foyer/contract'
import {
  isBoolean,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
} from './shape.ts'

type Quote = CartView['quote']

export const isQuote = isShape<Quote>({
  currency: isText,
  lines: isListOf(
    isShape<Quote['lines'][number]>({
      kind: isOneOf(['ticket', 'addOn']),
      id: isText,
      name: isText,
      quantity: isNumber,
      unitPriceMinor: isNumber,
      subtotalMinor: isNumber,
      discountMinor: isOptional(isNumber),
      feeMinor: isNumber,
      totalMinor: isNumber,
      feeName: isNullable(isText),
    }),
  ),
  coupon: isOptional(isShape<NonNullable<Quote['coupon']>>({ id: isText, code: isText })),
  ticketCount: isNumber,
  subtotalMinor: isNumber,
  discountMinor: isNumber,
  feeMinor: isNumber,
  totalMinor: isNumber,
})

/** A cart as the server answered it and a browser kept it, perhaps by an older version of this code. */
export const isCartView = isShape<CartView>({
  cartId: isText,
  eventId: isText,
  eventName: isText,
  imageUrl: isText,
  venueName: isText,
  venueLocation: isText,
  timeZone: isText,
  sessionId: isText,
  sessionName: isText,
  sessionStartsAt: isText,
  selectedDate: isText,
  sessions: isListOf(
    isShape<CartView['sessions'][number]>({
      sessionId: isText,
      name: isText,
      startsAt: isText,
      date: isText,
    }),
  ),
  isTimedEntry: isBoolean,
  quote: isQuote,
  expiresAt: isText,
  serverTime: isText,
  moreTimeMinutes: isNullable(isNumber),
  orderId: isNullable(isText),
})
