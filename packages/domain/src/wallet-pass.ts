/**
 * A pass in a wallet belongs to an order and a ticket number, and not to a ticket: a ticket that is
 * exchanged keeps its number, so the pass on the phone is updated and no second one is added.
 */
export interface WalletPass {
  orderId: string
  ticketNumber: number
}

const SERIAL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9]\d{0,3})$/

/** The serial number of an Apple pass, and the end of the id of a Google object. */
export const passSerial = ({ orderId, ticketNumber }: WalletPass): string =>
  `${orderId}-${ticketNumber}`

/** Reads a serial number; null if it is none of ours. */
export function readPassSerial(serial: string): WalletPass | null {
  const [, orderId, number] = SERIAL.exec(serial) ?? []
  return orderId && number ? { orderId, ticketNumber: Number(number) } : null
}
