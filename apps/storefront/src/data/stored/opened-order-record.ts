import type { OrderSearch } from '../../routing/search.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { isShape, isText } from './shape.ts'

/** What opened an order in this tab: an e-mail address or a link's token; '' for none. */
interface OpenedOrderRecord {
  email: string
  token: string
}

const isRecord = isShape<OpenedOrderRecord>({ email: isText, token: isText })

const keyOf = (orderId: string, part: string | undefined) =>
  `foyer-opened-${orderId}${part ? `-${part}` : ''}`

/** The link of a participant, or of a change, opens one part of the order, so its record is its own. */
export const saveOpenedOrder = (
  orderId: string,
  part: string | undefined,
  { email = '', token = '' }: OrderSearch,
): void => writeStored('session', keyOf(orderId, part), { email, token })

export function readOpenedOrder(orderId: string, part: string | undefined): OrderSearch | null {
  const stored = readStored('session', keyOf(orderId, part), isRecord)
  if (stored.kind !== 'found') return null
  const { email, token } = stored.value
  return { email: email || undefined, token: token || undefined }
}
