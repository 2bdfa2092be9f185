/** The order number people read out: the last 8 characters of the id, upper case. */
export const orderNumberOf = (orderId: string): string => orderId.slice(-8).toUpperCase()

/** What every buyer is told, on the order's page, in its mail and on each ticket. */
export const IMPORTANT_INFORMATION = [
  'Please bring a valid ID.',
  'Tickets are non-transferable.',
  'Please arrive 30 minutes early.',
] as const

/** What a buyer quotes of a refund: R- and the last 8 characters of its id, upper case. */
export const refundNumberOf = (refundId: string): string => `R-${refundId.slice(-8).toUpperCase()}`
