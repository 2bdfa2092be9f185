import { isCalendarDate } from '../calendar.ts'
import type { RuleField, RuleOperator } from './rule.ts'

/** How the value of a condition is written and compared. */
export type FieldKind = 'money' | 'count' | 'date' | 'weekday' | 'time' | 'text'

interface FieldRow {
  /** As people read it: 'Total amount is at least 50'. */
  label: string
  kind: FieldKind
  hint: string
}

const ORDERED = ['>', '>=', '<', '<=', '=', '!='] as const
/** Every operator is defined for every field; these are the ones that people mean. */
const USUAL_OPERATORS: Readonly<Record<FieldKind, readonly RuleOperator[]>> = {
  money: ORDERED,
  count: ORDERED,
  date: ORDERED,
  time: ORDERED,
  weekday: ORDERED,
  text: ['=', '!=', 'contains'],
}

/** What conditions can be about: the one list for forms, the server and what judges a cart. */
export const CONDITION_FIELDS: Readonly<Record<RuleField, FieldRow>> = {
  totalAmount: {
    label: 'Total amount',
    kind: 'money',
    hint: 'Tickets and add-ons, before discounts and fees',
  },
  orderTotal: {
    label: 'Order total',
    kind: 'money',
    hint: 'What would be paid, before this rule',
  },
  quantity: { label: 'Number of tickets', kind: 'count', hint: 'A whole number' },
  date: { label: 'Date', kind: 'date', hint: 'The day of the session, like 2027-05-31' },
  dayOfWeek: {
    label: 'Day of the week',
    kind: 'weekday',
    hint: 'The day of the session; the week starts on Monday',
  },
  timeOfDay: {
    label: 'Time of purchase',
    kind: 'time',
    hint: "The time in the venue's time zone, like 18:30",
  },
  sessionTime: {
    label: 'Session time',
    kind: 'time',
    hint: 'The start of the session, like 18:30',
  },
  eventName: { label: 'Event name', kind: 'text', hint: 'Upper and lower case are the same' },
  ticketType: { label: 'Ticket type', kind: 'text', hint: 'Its name, its class or its id' },
  customerEmail: {
    label: 'Customer e-mail',
    kind: 'text',
    hint: 'Known at payment only',
  },
}

/** Whether a condition compares in a way that suits its field; the others are defined, and rarely meant. */
export const isUsual = (field: RuleField, operator: RuleOperator): boolean =>
  USUAL_OPERATORS[CONDITION_FIELDS[field].kind].includes(operator)

/** How the value of a condition is written: `contains` looks for a part of any text. */
export const valueKindOf = (field: RuleField, operator: RuleOperator): FieldKind =>
  operator === 'contains' ? 'text' : CONDITION_FIELDS[field].kind

/** The days of the week as conditions write them, Sunday first. */
export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** How each operator reads between a field and its value. */
export const OPERATOR_TEXTS: Readonly<Record<RuleOperator, string>> = {
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  '=': 'is',
  '!=': 'is not',
  contains: 'contains',
}

/** A value in the form in which it is stored and compared, or what is wrong with it. */
export type ParsedValue = { value: string | number } | { reason: string }

const NUMBER = /^-?\d{1,9}(\.\d{1,4})?$/

function numberOf(typed: string | number): number | null {
  if (typeof typed === 'number') return Number.isFinite(typed) ? typed : null
  return NUMBER.test(typed) ? Number(typed) : null
}

const PARSERS: Readonly<Record<FieldKind, (typed: string | number) => ParsedValue>> = {
  money(typed) {
    const value = numberOf(typed)
    if (value === null || value < 0) return { reason: 'Enter an amount, like 50 or 49.90' }
    return { value }
  },
  count(typed) {
    const value = numberOf(typed)
    if (value === null || !Number.isInteger(value) || value < 0) {
      return { reason: 'Enter a whole number, like 4' }
    }
    return { value }
  },
  date(typed) {
    const isDate = typeof typed === 'string' && isCalendarDate(typed)
    return isDate ? { value: typed } : { reason: 'Enter a date as year-month-day, like 2027-05-31' }
  },
  weekday(typed) {
    const value = weekdayNumber(typed)
    return value === null
      ? { reason: 'Enter a day of the week, like Saturday, or 0 (Sunday) to 6 (Saturday)' }
      : { value }
  },
  time(typed) {
    const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(String(typed)) ?? []
    const isTime = hours !== '' && Number(hours) < 24 && Number(minutes) < 60
    return isTime
      ? { value: `${hours.padStart(2, '0')}:${minutes}` }
      : { reason: 'Enter a time as hours and minutes, like 18:30' }
  },
  text: (typed) => ({ value: String(typed) }),
}

function weekdayNumber(typed: string | number): number | null {
  const text = String(typed).toLowerCase()
  if (/^[0-6]$/.test(text)) return Number(text)
  if (text.length < 3) return null
  const found = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(text))
  return found === -1 ? null : found
}

/** Reads what somebody typed as the value of a condition. An empty value is the caller's to drop. */
export const parseConditionValue = (
  { field, operator }: { field: RuleField; operator: RuleOperator },
  typed: string | number,
): ParsedValue =>
  PARSERS[valueKindOf(field, operator)](typeof typed === 'string' ? typed.trim() : typed)
