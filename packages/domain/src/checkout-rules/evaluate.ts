import { weekdayOf } from '../calendar.ts'
import { majorText, minorOf } from '../money.ts'
import { CONDITION_FIELDS, type FieldKind, WEEKDAY_NAMES } from './fields.ts'
import type { RuleCondition, RuleConditions, RuleField, TicketClass } from './rule.ts'

/** A ticket line of the cart that is judged. */
export interface FactTickets {
  typeId: string
  typeName: string
  quantity: number
}

/** What is known of a cart when rules are judged. Something unknown meets no condition. */
export interface RuleFacts {
  eventId: string
  eventName: string
  /** Lower-case ISO 4217. */
  currency: string
  /** Tickets and add-ons, before discounts and fees. */
  totalAmountMinor: number
  tickets: readonly FactTickets[]
  /** The classes of the event's ticket types, by type. */
  classes: ReadonlyMap<string, TicketClass>
  /** The chosen days in the venue's zone, YYYY-MM-DD; none before one is chosen. */
  dates: readonly string[]
  /** The starts of the chosen sessions in the venue's zone, HH:MM. */
  sessionTimes: readonly string[]
  /** When it is bought, in the venue's zone, HH:MM. */
  timeOfDay: string
  /** Known at payment only. */
  customerEmail?: string | undefined
}

/** A condition with what the cart had for it. */
export interface JudgedCondition {
  condition: RuleCondition
  holds: boolean
  /** The values that were compared, as people read them; none if it is not known. */
  actual: readonly string[]
}

export interface Evaluation {
  holds: boolean
  conditions: readonly JudgedCondition[]
}

/**
 * Judges conditions by the facts of a cart.
 *
 * @param orderTotalMinor what would be paid if the rule took nothing off
 */
export function evaluate(
  { type, rules }: RuleConditions,
  facts: RuleFacts,
  orderTotalMinor: number,
): Evaluation {
  const conditions = rules.map((condition) => judge(condition, facts, orderTotalMinor))
  const holds =
    type === 'and' || rules.length === 0
      ? conditions.every((each) => each.holds)
      : conditions.some((each) => each.holds)
  return { holds, conditions }
}

/** Whether an e-mail address meets conditions that are about nothing else. */
export const isForEmail = ({ type, rules }: RuleConditions, email: string): boolean => {
  const meets = (condition: RuleCondition) => matches(condition, [[email]], '')
  return type === 'and' ? rules.every(meets) : rules.some(meets)
}

function judge(condition: RuleCondition, facts: RuleFacts, orderTotalMinor: number) {
  const { groups, shown } = valuesOf(condition.field, facts, orderTotalMinor)
  return { condition, holds: matches(condition, groups, facts.currency), actual: shown }
}

interface FieldValues {
  /** Each thing that is compared, with the values that it can be named by. */
  groups: readonly (readonly (string | number)[])[]
  shown: readonly string[]
}

function valuesOf(field: RuleField, facts: RuleFacts, orderTotalMinor: number): FieldValues {
  if (field === 'ticketType') {
    const names = facts.tickets.map(({ typeId, typeName }) => [
      typeName,
      typeId,
      facts.classes.get(typeId) ?? typeName,
    ])
    return { groups: names, shown: facts.tickets.map(({ typeName }) => typeName) }
  }
  const values = singleValuesOf(field, facts, orderTotalMinor)
  return { groups: values.map((value) => [value]), shown: values.map(String) }
}

function singleValuesOf(
  field: Exclude<RuleField, 'ticketType'>,
  facts: RuleFacts,
  orderTotalMinor: number,
): (string | number)[] {
  switch (field) {
    case 'totalAmount':
      return [facts.totalAmountMinor]
    case 'orderTotal':
      return [orderTotalMinor]
    case 'quantity':
      return [facts.tickets.reduce((sum, { quantity }) => sum + quantity, 0)]
    case 'date':
      return [...facts.dates]
    case 'dayOfWeek':
      return facts.dates.map(weekdayOf)
    case 'timeOfDay':
      return [facts.timeOfDay]
    case 'sessionTime':
      return [...facts.sessionTimes]
    case 'eventName':
      return [facts.eventName]
    case 'customerEmail':
      return facts.customerEmail === undefined ? [] : [facts.customerEmail]
  }
}

/**
 * Of several sessions or types one has to match; `!=` holds only if none is equal. Amounts are given in
 * minor units of `currency`.
 */
function matches(
  { field, operator, value }: RuleCondition,
  groups: FieldValues['groups'],
  currency: string,
): boolean {
  if (groups.length === 0) return false
  const { kind } = CONDITION_FIELDS[field]
  if (operator === 'contains') {
    const part = folded(String(value))
    return groups.flat().some((name) => folded(textOf(kind, name, currency)).includes(part))
  }
  const wanted = rankOf(kind, kind === 'money' ? minorOf(Number(value), currency) : value)
  const isEqual = groups.flat().some((name) => rankOf(kind, name) === wanted)
  if (operator === '=') return isEqual
  if (operator === '!=') return !isEqual
  // A ticket type has several names: it is compared by the first, which people read.
  const first = groups.flatMap((names) => names.slice(0, 1))
  return first.some((name) => isOrdered(operator, rankOf(kind, name), wanted))
}

function isOrdered(
  operator: '>' | '>=' | '<' | '<=',
  actual: string | number,
  value: string | number,
): boolean {
  switch (operator) {
    case '>':
      return actual > value
    case '>=':
      return actual >= value
    case '<':
      return actual < value
    case '<=':
      return actual <= value
  }
}

/**
 * What is compared. Weekdays are counted from Monday, so that 'at least Saturday' is the weekend. Texts are
 * compared letter by letter in the order of Unicode, which is the same on every machine.
 */
export const rankOf = (kind: FieldKind, value: string | number): string | number => {
  if (kind === 'weekday') return (Number(value) + 6) % 7
  return typeof value === 'string' ? folded(value) : value
}

/** What `contains` looks in: the value as people write it, '49.90' or 'Saturday'. */
const textOf = (kind: FieldKind, value: string | number, currency: string): string => {
  if (kind === 'money') return majorText(Number(value), currency)
  return kind === 'weekday' ? (WEEKDAY_NAMES[Number(value)] ?? '') : String(value)
}

const folded = (text: string) => text.trim().toLowerCase()
