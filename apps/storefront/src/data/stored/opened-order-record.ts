import type { OrderSearch } from '../../routing/search.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { isShape, isText } from './shape.ts'

/** What opened an order in this tab: an e-mail address or a link's token; '' for none. */
interface OpenedOrderRecord {
  email: string
  token: string
}

const isRecord = isShape<OpenedOrderRecord>({ email: isText, token: isText })

const keyOf = (orderId: string, participant: string | undefined) =>
  `foyer-opened-${orderId}${participant ? `-${participant}` : ''}`

/** The link of a participant opens one waiver of the order and nothing else, so its record is its own. */
export const saveOpenedOrder = (
  orderId: string,
  participant: string | undefined,
  { email = '', token = '' }: OrderSearch,
): void => writeStored('session', keyOf(orderId, participant), { email, token })

export function readOpenedOrder(
  orderId: string,
  participant: string | undefined,
): OrderSearch | null {
  const stored = readStored('session', keyOf(orderId, participant), isRecord)
  if (stored.kind !== 'found') return null
  const { email, token } = stored.value
  return { email: email || undefined, token: token || undefined }
}
