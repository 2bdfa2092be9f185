import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What APP_SECRET signs. Each purpose has a key of its own, so one can't stand in for another. */
export interface Secrets {
  /** The text in a ticket's QR code: prefix, ticket id, signature. */
  ticketCode(tenantId: number, ticketId: string, validationCode: string): string
  /** The credential in an order's links. */
  orderToken(tenantId: number, orderId: string): string
  isOrderToken(tenantId: number, orderId: string, token: string): boolean
}

export function createSecrets(appSecret: string): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', appSecret, 'foyer', purpose, 32))
  const ticketKey = keyFor('tickets')
  const orderKey = keyFor('orders')
  const sign = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')

  const orderToken = (tenantId: number, orderId: string) => sign(orderKey, `${tenantId}/${orderId}`)
  return {
    ticketCode: (tenantId, ticketId, validationCode) =>
      `FOYER1.${ticketId}.${sign(ticketKey, `${tenantId}/${ticketId}/${validationCode}`)}`,
    orderToken,
    isOrderToken(tenantId, orderId, token) {
      const wanted = Buffer.from(orderToken(tenantId, orderId))
      const given = Buffer.from(token)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}
