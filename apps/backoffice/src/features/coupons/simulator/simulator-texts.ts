import type { SimulatedRule } from '@foyer/contract'
import {
  CONDITION_FIELDS,
  formatAmount,
  fromMajor,
  type RuleOperator,
  valueKindOf,
  WEEKDAY_NAMES,
} from '@foyer/domain'

/** What became of rules, in words. */

export interface MoneyFormat {
  currency: string
  locale: string
}

export const moneyText = (minor: number, { currency, locale }: MoneyFormat): string =>
  formatAmount(minor, currency, locale)

type Condition = SimulatedRule['conditions'][number]

const MUST: Readonly<Record<RuleOperator, string>> = {
  '>': 'must be more than',
  '>=': 'must be at least',
  '<': 'must be less than',
  '<=': 'must be at most',
  '=': 'must be',
  '!=': 'must not be',
  contains: 'must contain',
}

/** 'Total amount is $45.00, must be more than $100.00' */
export function conditionText({ field, operator, value, actual }: Condition, format: MoneyFormat) {
  const { label, kind } = CONDITION_FIELDS[field]
  const shown = (text: string): string => {
    if (kind === 'weekday') return WEEKDAY_NAMES[Number(text)] ?? text
    return kind === 'text' ? `‘${text}’` : text
  }
  const had =
    kind === 'money'
      ? actual.map((minor) => moneyText(Number(minor), format))
      : actual.map((text) => shown(text))
  const wanted = wantedText()
  function wantedText(): string {
    switch (valueKindOf(field, operator)) {
      case 'money':
        return moneyText(fromMajor(Number(value), format.currency) ?? 0, format)
      case 'text':
        return `‘${value}’`
      default:
        return shown(String(value))
    }
  }
  return `${label} is ${had.join(', ') || 'not known'}, ${MUST[operator]} ${wanted}`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What became of a rule, and why, as one sentence. */
export function outcomeText(rule: SimulatedRule, format: MoneyFormat): string {
  const { outcome, conditions, conditionsType, groupName } = rule
  switch (outcome) {
    case 'applied':
      return `Takes off ${moneyText(rule.discountMinor, format)}.`
    case 'blocks':
      return 'Refuses this cart.'
    case 'conditions_not_met': {
      const [only] = conditions
      if (only && conditions.length === 1) {
        return `Did not apply: ${lowerFirst(conditionText(only, format))}.`
      }
      if (conditionsType === 'or') return 'Did not apply: none of its conditions is met.'
      const missed = conditions.filter(({ holds }) => !holds).length
      return `Did not apply: ${missed} of ${conditions.length} conditions ${missed === 1 ? 'is' : 'are'} not met.`
    }
    case 'other_event':
      return 'Did not apply: it is for other events.'
    case 'takes_nothing_off':
      return 'Did not apply: it takes nothing off what is in the cart.'
    case 'after_another':
      return 'Did not apply: a rule before it applied, and this one does not combine.'
    case 'not_cheaper':
      return 'Did not apply: the price without it is lower.'
    case 'replaced':
      return 'Did not apply: a rule about the e-mail address applies in its place.'
    case 'coupon_refused':
      return 'Did not apply: its conditions are met, but the code is refused.'
    case 'no_code':
      return `Did not apply: it waits for a code of ‘${groupName ?? 'its group'}’.`
    case 'not_yet':
      return 'Did not apply: its time had not come.'
    case 'ended':
      return 'Did not apply: its time was over.'
    case 'off':
      return 'Did not apply: it is switched off.'
  }
}

/** The three lists of a result. */
export function groupsOf(rules: readonly SimulatedRule[]) {
  const fired = rules.filter(({ outcome }) => outcome === 'applied' || outcome === 'blocks')
  const idle = rules.filter(({ outcome }) =>
    ['off', 'not_yet', 'ended', 'no_code'].includes(outcome),
  )
  const missed = rules.filter((rule) => !fired.includes(rule) && !idle.includes(rule))
  return { fired, missed, idle }
}
