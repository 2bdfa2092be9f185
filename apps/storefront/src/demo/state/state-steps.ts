import { link } from '../../routing/address.ts'
import { DEMO_FAMILY, type Suffix, stepPattern } from '../../routing/families.ts'
import type { FlowSearch } from '../../routing/search.ts'

type Key = 'date' | 'types' | 'session' | 'addons' | 'cartId' | 'orderId'

export const KEYS: readonly { key: Key; hint: string }[] = [
  { key: 'date', hint: 'YYYY-MM-DD' },
  { key: 'types', hint: 'ticketTypeId:quantity,…' },
  { key: 'session', hint: 'A session’s id' },
  { key: 'addons', hint: 'addOnId:quantity,…' },
  { key: 'cartId', hint: 'Five digits' },
]

const KEY_OF = {
  date: 'date',
  tickets: 'types',
  session: 'session',
  cart: 'cartId',
  order: 'orderId',
} as const satisfies Record<string, Key>

const LABELS = {
  date: 'Date',
  tickets: 'Tickets',
  time: 'Time Slots',
  review: 'Review',
  payment: 'Payment',
} as const

const isShown = (id: string): id is keyof typeof LABELS => Object.hasOwn(LABELS, id)

/** The steps of the test checkout, with the part of the address that each one requires. */
export const STATE_STEPS = DEMO_FAMILY.steps.flatMap(({ id, suffix, requires }) =>
  isShown(id)
    ? [{ id, label: LABELS[id], suffix, needs: requires.map((name) => KEY_OF[name]) }]
    : [],
)

export const stepAddress = (eventId: string, suffix: Suffix | null, search: FlowSearch) =>
  link(stepPattern(DEMO_FAMILY.prefix, suffix ?? ''), { eventId }, search)
