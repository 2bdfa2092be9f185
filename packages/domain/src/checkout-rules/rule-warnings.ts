import { rankOf } from './evaluate.ts'
import { CONDITION_FIELDS, type FieldKind, isUsual, OPERATOR_TEXTS } from './fields.ts'
import type { CheckoutRule, RuleCondition, RuleField } from './rule.ts'

/** What the warnings of a rule depend on. */
export interface RuleToCheck extends Omit<CheckoutRule, 'description' | 'action'> {
  actionType: CheckoutRule['action']['type']
  /** Whether its group has a code that can still be used; false for an automatic rule. */
  hasUsableCode: boolean
}

export const RULE_WARNING_CODES = [
  'contradiction',
  'ended',
  'no_event',
  'no_usable_code',
  'blocks_everything',
  'unusual_comparison',
  'behind_another',
  'same_priority',
] as const
type RuleWarningCode = (typeof RULE_WARNING_CODES)[number]

export interface RuleWarning {
  ruleId: string
  code: RuleWarningCode
  /** What is wrong, and what to do about it. */
  text: string
}

/**
 * Warns of rules that can never apply, of rules that get into each other's way, and of comparisons that are
 * rarely meant. Silent about what depends on the cart: a warning is always true. A rule may have two.
 *
 * @param rules in the order in which they are judged: the highest priority first, then the older
 * @param now decides which rules have ended
 */
export function warningsOf(rules: readonly RuleToCheck[], now: Date): RuleWarning[] {
  const active = rules.filter(({ isActive }) => isActive)
  return active.flatMap((rule, index) => {
    const found = [
      ownWarning(rule, now) ?? fightWith(rule, active.slice(0, index), now),
      comparisonWarning(rule),
    ]
    return found.flatMap((warning) => (warning ? [{ ruleId: rule.id, ...warning }] : []))
  })
}

/** What a comparison that is rarely meant looks at. */
const READ_AS: Readonly<Record<FieldKind, string>> = {
  money: 'the characters of an amount, like 49.90',
  count: 'the digits of a number, so 1 is in 10 and in 21',
  date: 'the characters of a date, like 2027-05-31',
  weekday: 'the letters of a day, like Saturday',
  time: 'the characters of a time, like 18:30',
  text: 'letters in the order of the alphabet',
}

function comparisonWarning({ conditions }: RuleToCheck): Warning | null {
  const odd = conditions.rules.find(({ field, operator }) => !isUsual(field, operator))
  if (!odd) return null
  const { label, kind } = CONDITION_FIELDS[odd.field]
  return {
    code: 'unusual_comparison',
    text: `‘${label} ${OPERATOR_TEXTS[odd.operator]} ${odd.value}’ compares ${READ_AS[kind]}. If that is not meant, choose another comparison.`,
  }
}

type Warning = Omit<RuleWarning, 'ruleId'>

function ownWarning(rule: RuleToCheck, now: Date): Warning | null {
  if (hasEnded(rule, now)) {
    return { code: 'ended', text: 'Its time is over. Give it a later end, or switch it off.' }
  }
  if (!rule.applyToAllEvents && rule.applicableEvents.length === 0) {
    return { code: 'no_event', text: 'It applies to no event. Choose events, or all of them.' }
  }
  if (rule.triggerType === 'coupon_group' && !rule.hasUsableCode) {
    return {
      code: 'no_usable_code',
      text: 'No code of its group can be used: they are switched off or used up, or the group is off. Add a code, raise a limit, or switch the group on.',
    }
  }
  const field = contradictoryField(rule)
  if (field) {
    return {
      code: 'contradiction',
      text: `No cart can meet its conditions about ‘${CONDITION_FIELDS[field].label}’. Change one of them, or let one be enough (or).`,
    }
  }
  if (rule.actionType === 'block' && isAlwaysMet(rule) && rule.triggerType === 'automatic') {
    return {
      code: 'blocks_everything',
      text: 'It has no condition, so nobody can buy what it applies to.',
    }
  }
  return null
}

const hasEnded = ({ validUntil }: RuleToCheck, now: Date): boolean =>
  validUntil !== null && new Date(validUntil) <= now

const isAlwaysMet = ({ conditions }: RuleToCheck): boolean => conditions.rules.length === 0

/** Fields of which every cart has one value: two conditions about it can exclude each other. */
const SINGLE_VALUED: ReadonlySet<RuleField> = new Set([
  'totalAmount',
  'orderTotal',
  'quantity',
  'timeOfDay',
  'eventName',
  'customerEmail',
])

function contradictoryField({ conditions }: RuleToCheck): RuleField | undefined {
  if (conditions.type === 'or') return undefined
  return [...SINGLE_VALUED].find((field) =>
    excludeEachOther(
      CONDITION_FIELDS[field].kind,
      conditions.rules.filter((condition) => condition.field === field),
    ),
  )
}

/**
 * Whether no single value meets all of these conditions, which are about one field. What `contains` finds in
 * a number depends on how it is written, so it is left out there.
 */
function excludeEachOther(kind: FieldKind, ofField: readonly RuleCondition[]): boolean {
  const conditions = ofField
    .filter(({ operator }) => kind === 'text' || operator !== 'contains')
    .map((condition) => ({ ...condition, value: rankOf(kind, condition.value) }))
  const withOperator = (...operators: readonly string[]) =>
    conditions.filter(({ operator }) => operators.includes(operator))
  const [equal] = withOperator('=')
  if (equal) {
    return conditions.some((condition) => !meets(equal.value, condition))
  }
  const lower = withOperator('>', '>=')
  const upper = withOperator('<', '<=')
  return lower.some((low) =>
    upper.some((high) => {
      const isBetween = low.value < high.value
      const isOnBoth = low.value === high.value && low.operator === '>=' && high.operator === '<='
      return !isBetween && !isOnBoth
    }),
  )
}

function meets(actual: string | number, { operator, value }: RuleCondition): boolean {
  switch (operator) {
    case '=':
      return actual === value
    case '!=':
      return actual !== value
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
  }
}

/**
 * A rule before this one that keeps it from applying, or whose order with it is decided by age alone.
 * Of rules that do not combine, the first that takes something off is the only one.
 */
function fightWith(
  rule: RuleToCheck,
  before: readonly RuleToCheck[],
  now: Date,
): Warning | undefined {
  if (rule.actionType === 'block' || rule.combines) return undefined
  const rivals = before.filter(
    (other) =>
      other.actionType === 'discount' &&
      !other.combines &&
      !hasEnded(other, now) &&
      isSameTrigger(other, rule),
  )
  const hiding = rivals.find(
    (other) => isAlwaysMet(other) && coversEvents(other, rule) && isValidWheneverIs(other, rule),
  )
  if (hiding) {
    return {
      code: 'behind_another',
      text: `‘${hiding.name}’ comes first and has no condition, so this one applies only where that one takes nothing off. Give this one a higher priority, or let it combine.`,
    }
  }
  const twin = rivals.find((other) => other.priority === rule.priority && shareEvents(other, rule))
  return (
    twin && {
      code: 'same_priority',
      text: `‘${twin.name}’ has the same priority and comes first because it is older. Give one of them another priority.`,
    }
  )
}

const isSameTrigger = (a: RuleToCheck, b: RuleToCheck): boolean =>
  a.triggerType === b.triggerType && a.couponGroupId === b.couponGroupId

const coversEvents = (wide: RuleToCheck, narrow: RuleToCheck): boolean =>
  wide.applyToAllEvents ||
  (!narrow.applyToAllEvents &&
    narrow.applicableEvents.every((id) => wide.applicableEvents.includes(id)))

const shareEvents = (a: RuleToCheck, b: RuleToCheck): boolean =>
  a.applyToAllEvents ||
  b.applyToAllEvents ||
  a.applicableEvents.some((id) => b.applicableEvents.includes(id))

function isValidWheneverIs(wide: RuleToCheck, narrow: RuleToCheck): boolean {
  const time = (text: string | null, open: number) => (text === null ? open : Date.parse(text))
  return (
    time(wide.validFrom, -Infinity) <= time(narrow.validFrom, -Infinity) &&
    time(wide.validUntil, Infinity) >= time(narrow.validUntil, Infinity)
  )
}
