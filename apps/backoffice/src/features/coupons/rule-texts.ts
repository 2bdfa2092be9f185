import type { RuleView } from '@foyer/contract'
import {
  CONDITION_FIELDS,
  formatAmount,
  fromMajor,
  OPERATOR_TEXTS,
  type RuleCondition,
  valueKindOf,
  WEEKDAY_NAMES,
} from '@foyer/domain'

/** Checkout rules in words, for their list. */

interface MoneyFormat {
  currency: string
  locale: string
}

const money = (major: number, { currency, locale }: MoneyFormat): string =>
  formatAmount(fromMajor(major, currency) ?? 0, currency, locale)

type Condition = RuleView['conditions']['rules'][number]

function valueText({ field, operator, value }: Condition, format: MoneyFormat): string {
  const kind = valueKindOf(field as RuleCondition['field'], operator as RuleCondition['operator'])
  if (kind === 'money') return money(Number(value), format)
  if (kind === 'weekday') return WEEKDAY_NAMES[Number(value)] ?? String(value)
  return kind === 'text' ? `‘${value}’` : String(value)
}

/** 'Number of tickets is at least 10 and Day of the week is Saturday'. */
export function conditionsText({ conditions }: RuleView, format: MoneyFormat): string {
  if (conditions.rules.length === 0) return 'Always'
  return conditions.rules
    .map((each) => {
      const field = CONDITION_FIELDS[each.field as RuleCondition['field']]
      const operator = OPERATOR_TEXTS[each.operator as RuleCondition['operator']]
      return `${field?.label ?? each.field} ${operator ?? each.operator} ${valueText(each, format)}`
    })
    .join(conditions.type === 'and' ? ' and ' : ' or ')
}

const TARGET_TEXTS: Record<string, string> = {
  all: 'all tickets',
  general: 'General',
  vip: 'VIP',
  premium: 'Premium',
}

/** '10% off all tickets, $5.00 off VIP', or that it blocks. */
export function actionText({ action, ticketTypes }: RuleView, format: MoneyFormat): string {
  if (action.type === 'block') return `Blocks: ‘${action.message}’`
  return action.discounts
    .map(({ ticketTypeId, discountType, value }) => {
      const off = discountType === 'percentage' ? `${value}%` : money(Number(value), format)
      const name = ticketTypes.find(({ id }) => id === ticketTypeId)?.name
      return `${off} off ${TARGET_TEXTS[ticketTypeId] ?? name ?? 'a ticket type'}`
    })
    .join(', ')
}
