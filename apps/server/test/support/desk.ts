import type { TestPerson } from './staff.ts'

/** Calls of the order desk, as its dialogs make them for the main organizer. */

export interface Wanted {
  kind: 'whole' | 'tickets' | 'amount'
  withFees: boolean
  ticketIds?: string[]
  amountMinor?: number
}
export const WHOLE: Wanted = { kind: 'whole', withFees: true }

/** What a person saw before they confirmed. */
export interface Shown {
  amountMinor: number
  refundedMinor: number
}

const MAIN = { 'x-brand-path': 'main' }

export const atDesk = (
  { browser }: TestPerson,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = MAIN,
) => browser.send(method, `/api/admin${path}`, body, headers)

export const previewAtDesk = (person: TestPerson, orderId: string, wanted: Wanted = WHOLE) =>
  atDesk(person, 'POST', `/orders/${orderId}/refund-preview`, { wanted })

/** Refunds with figures that were seen; each call has a key of its own unless one is given. */
export const refundAtDesk = (
  person: TestPerson,
  orderId: string,
  wanted: Wanted,
  shown: Shown,
  rest: Record<string, unknown> = {},
) =>
  atDesk(person, 'POST', `/orders/${orderId}/refunds`, {
    key: crypto.randomUUID(),
    ...{ wanted, shown },
    reason: 'cannot_come',
    note: '',
    ...rest,
  })
