/** The order number people read out: the last 8 characters of the id, upper case. */
export const orderNumberOf = (orderId: string): string => orderId.slice(-8).toUpperCase()
