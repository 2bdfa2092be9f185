/** The alternative checkout as data and rules: one state, its allowed actions and its price. */

export const STEPS = [
  { id: 'date', label: 'Date' },
  { id: 'ticketSelection', label: 'Tickets' },
  { id: 'timeSlots', label: 'Time' },
  { id: 'addOns', label: 'Add-ons' },
  { id: 'payment', label: 'Payment' },
] as const
type AltStep = (typeof STEPS)[number]['id']

export interface AltTicket {
  id: string
  name: string
  priceMinor: number
}

export const BASE_TICKET: AltTicket = { id: 'ga', name: 'General Admission', priceMinor: 2999 }
const TICKETS: readonly AltTicket[] = [
  BASE_TICKET,
  { id: 'fast', name: 'Fast Pass', priceMinor: 3999 },
  { id: 'immediate', name: 'Immediate Access', priceMinor: 4999 },
  { id: 'platinum', name: 'Platinum', priceMinor: 6499 },
]
/** Only a type that costs more than the base type is an upgrade. */
export const UPGRADES = TICKETS.filter(({ priceMinor }) => priceMinor > BASE_TICKET.priceMinor)

export const MAX_GROUP = 8
const SPOTS = 20

export interface AltSlot {
  time: string
  spotsLeft: number
}

export const SLOTS: readonly AltSlot[] = [
  { time: '7:00 PM', spotsLeft: SPOTS },
  { time: '8:00 PM', spotsLeft: SPOTS },
  { time: '9:00 PM', spotsLeft: SPOTS },
  { time: '10:00 PM', spotsLeft: SPOTS },
  { time: '11:00 PM', spotsLeft: SPOTS },
  { time: '12:00 AM', spotsLeft: 0 },
]

export const ADD_ONS = [
  { id: 'parking', name: 'Premium Parking', priceMinor: 1500 },
  { id: 'photos', name: 'Professional Photo Package', priceMinor: 2500 },
] as const
export const MAX_ADD_ON = 10

export interface AltState {
  step: AltStep
  date: string | null
  groupSize: number
  upgradeId: string | null
  time: string | null
  addOns: Readonly<Record<string, number>>
}

const NOTHING_CHOSEN = { groupSize: 0, upgradeId: null, time: null, addOns: {} } as const
export const START: AltState = { step: 'date', date: null, ...NOTHING_CHOSEN }

export type AltAction =
  | { kind: 'chooseDate'; date: string }
  | { kind: 'setGroupSize'; groupSize: number }
  | { kind: 'toggleUpgrade'; upgradeId: string }
  | { kind: 'skipUpgrade' }
  | { kind: 'chooseTime'; time: string }
  | { kind: 'setAddOn'; id: string; quantity: number }
  | { kind: 'goOn' }
  | { kind: 'goBack' }

/** An action that is not allowed changes nothing. */
export function reduce(state: AltState, action: AltAction): AltState {
  switch (action.kind) {
    case 'chooseDate':
      return { ...NOTHING_CHOSEN, date: action.date, step: 'ticketSelection' }
    case 'setGroupSize':
      return { ...state, groupSize: Math.min(Math.max(action.groupSize, 0), MAX_GROUP) }
    case 'toggleUpgrade': {
      if (!UPGRADES.some(({ id }) => id === action.upgradeId)) return state
      const isOn = state.upgradeId === action.upgradeId
      return { ...state, upgradeId: isOn ? null : action.upgradeId }
    }
    case 'skipUpgrade':
      return reduce({ ...state, upgradeId: null }, { kind: 'goOn' })
    case 'chooseTime': {
      const slot = SLOTS.find(({ time }) => time === action.time)
      return slot && isSelectable(slot) ? { ...state, time: slot.time } : state
    }
    case 'setAddOn': {
      const quantity = Math.min(Math.max(action.quantity, 0), MAX_ADD_ON)
      return { ...state, addOns: { ...state.addOns, [action.id]: quantity } }
    }
    case 'goOn':
      return canGoOn(state) ? { ...state, step: neighbour(state.step, 1) } : state
    case 'goBack':
      return { ...state, step: neighbour(state.step, -1) }
  }
}

export const isSelectable = ({ spotsLeft }: AltSlot): boolean => spotsLeft > 0

/**
 * The tickets step needs at least one ticket, the time step a chosen time. Add-ons are optional,
 * and payment is the last step.
 */
export function canGoOn({ step, date, groupSize, time }: AltState): boolean {
  if (step === 'payment') return false
  if (step === 'date') return date !== null
  if (step === 'ticketSelection') return groupSize > 0
  return step === 'addOns' || time !== null
}

function neighbour(step: AltStep, by: 1 | -1): AltStep {
  const at = STEPS.findIndex(({ id }) => id === step) + by
  return STEPS[at]?.id ?? step
}

export interface AltLine {
  label: string
  amountMinor: number
}

/** The choices so far, one line each. */
export function linesOf({ groupSize, upgradeId, addOns }: AltState): AltLine[] {
  const ticket = UPGRADES.find(({ id }) => id === upgradeId) ?? BASE_TICKET
  const chosen = ADD_ONS.map((addOn) => ({ ...addOn, quantity: addOns[addOn.id] ?? 0 }))
  return [{ ...ticket, quantity: groupSize }, ...chosen]
    .filter(({ quantity }) => quantity > 0)
    .map(({ name, quantity, priceMinor }) => ({
      label: `${quantity} × ${name}`,
      amountMinor: quantity * priceMinor,
    }))
}

export const totalOf = (state: AltState): number =>
  linesOf(state).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
