import { weekdayOf } from '../calendar.ts'
import { minorOf } from '../money.ts'
import { CONDITION_FIELDS } from './fields.ts'
import type { RuleCondition, RuleConditions, RuleField, RuleOperator, TicketClass } from './rule.ts'

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
export const isForEmail = (conditions: RuleConditions, email: string): boolean => {
  const met = conditions.rules.map((each) => compareAll(each.operator, [folded(email)], each.value))
  return conditions.type === 'and' ? met.every(Boolean) : met.some(Boolean)
}

function judge(condition: RuleCondition, facts: RuleFacts, orderTotalMinor: number) {
  const { field, operator } = condition
  const isMoney = CONDITION_FIELDS[field].kind === 'money'
  const value = isMoney ? minorOf(Number(condition.value), facts.currency) : condition.value
  const { groups, shown } = valuesOf(field, facts, orderTotalMinor)
  return { condition, holds: compareGroups(operator, groups, value), actual: shown }
}

interface FieldValues {
  /** Each thing that is compared, with the values that it can be named by. */
  groups: readonly (readonly (string | number)[])[]
  shown: readonly string[]
}

function valuesOf(field: RuleField, facts: RuleFacts, orderTotalMinor: number): FieldValues {
  if (field === 'ticketType') {
    const names = facts.tickets.map(({ typeId, typeName }) =>
      [typeName, typeId, facts.classes.get(typeId) ?? typeName].map(folded),
    )
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
      return [folded(facts.eventName)]
    case 'customerEmail':
      return facts.customerEmail === undefined ? [] : [folded(facts.customerEmail)]
  }
}

const compareAll = (operator: RuleOperator, values: readonly string[], value: string | number) =>
  compareGroups(
    operator,
    values.map((each) => [each]),
    value,
  )

/** Of several sessions or types one has to match; `!=` holds only if none is equal. */
function compareGroups(
  operator: RuleOperator,
  groups: FieldValues['groups'],
  value: string | number,
): boolean {
  if (groups.length === 0) return false
  const wanted = typeof value === 'string' ? folded(value) : value
  const isEqual = groups.some((names) => names.includes(wanted))
  if (operator === '!=') return !isEqual
  if (operator === '=') return isEqual
  return groups.some((names) => names.some((name) => compare(operator, name, wanted)))
}

function compare(operator: RuleOperator, actual: string | number, value: string | number): boolean {
  switch (operator) {
    case '>':
      return actual > value
    case '>=':
      return actual >= value
    case '<':
      return actual < value
    case '<=':
      return actual <= value
    case 'contains':
      return String(actual).includes(String(value))
    default:
      return actual === value
  }
}

const folded = (text: string) => text.trim().toLowerCase()
