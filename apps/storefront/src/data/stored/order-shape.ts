import type { OrderView } from '@foyer/contract'
import { MAIL_KINDS, MAIL_STATES, ORDER_STATUSES, TICKET_STATUSES } from '@foyer/domain'
import { isQuote } from './cart-shape.ts'
import { isBoolean, isListOf, isNullable, isNumber, isOneOf, isShape, isText } from './shape.ts'

type Order = OrderView['order']

export const isBillingAddress = isShape<NonNullable<Order['billingAddress']>>({
  address: isText,
  city: isText,
  state: isText,
  zipCode: isText,
  country: isText,
})

export const isOrder = isShape<Order>({
  id: isText,
  orderNumber: isText,
  cartId: isText,
  status: isOneOf(ORDER_STATUSES),
  email: isText,
  firstName: isText,
  lastName: isText,
  phone: isNullable(isText),
  billingAddress: isNullable(isBillingAddress),
  eventId: isText,
  sessionId: isText,
  selectedDate: isText,
  totalAmount: isNumber,
  subtotal: isNumber,
  feeAmount: isNumber,
  fee_amount: isNumber,
  currency: isText,
  ticketCount: isNumber,
  promoCode: isNullable(isText),
  paymentId: isNullable(isText),
  quote: isQuote,
  createdAt: isText,
})

/** Whether nothing but a link opened the order: then the server hides how to reach its buyer. */
export const isByLinkAlone = ({ order }: OrderView): boolean => order.phone === null

/** An order as the server answered it and a browser kept it, perhaps by an older version. */
export const isOrderView = isShape<OrderView>({
  order: isOrder,
  session: isShape<OrderView['session']>({
    startTime: isText,
    endTime: isText,
    displayName: isText,
  }),
  event: isShape<OrderView['event']>({
    id: isText,
    name: isText,
    imageUrl: isText,
    isTimedEntry: isBoolean,
    venueName: isText,
    venueAddress: isText,
    location: isText,
    timeZone: isText,
  }),
  tickets: isListOf(
    isShape<OrderView['tickets'][number]>({
      id: isText,
      number: isNumber,
      ticketTypeId: isText,
      session: isShape<OrderView['tickets'][number]['session']>({
        id: isText,
        startTime: isText,
        endTime: isText,
        date: isText,
      }),
      typeName: isText,
      price: isNumber,
      status: isOneOf(TICKET_STATUSES),
      isCancelled: isBoolean,
      validationCode: isText,
      qrCode: isText,
    }),
  ),
  refunds: isListOf(
    isShape<OrderView['refunds'][number]>({
      reference: isText,
      amountMinor: isNumber,
      currency: isText,
      state: isOneOf(['pending', 'succeeded', 'failed']),
      at: isText,
    }),
  ),
  mail: isNullable(
    isShape<NonNullable<OrderView['mail']>>({
      kind: isOneOf(MAIL_KINDS),
      status: isOneOf(MAIL_STATES),
      to: isText,
      at: isText,
      problem: isNullable(isText),
    }),
  ),
})
