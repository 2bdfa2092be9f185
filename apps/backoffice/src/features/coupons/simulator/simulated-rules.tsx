import type { SimulatedRule } from '@foyer/contract'
import { cx, Disclosure } from '@foyer/ui'
import { Check, TriangleAlert, X } from '@foyer/ui/icons'
import type { RuleWarnings } from '../coupon-queries.ts'
import { conditionText, groupsOf, type MoneyFormat, outcomeText } from './simulator-texts.ts'

interface SimulatedRulesProps {
  rules: readonly SimulatedRule[]
  warnings: RuleWarnings
  format: MoneyFormat
}

/** Every rule with what became of it: those that applied, those that could have, and the others. */
export function SimulatedRules({ rules, ...rest }: SimulatedRulesProps) {
  const { fired, missed, idle } = groupsOf(rules)
  return (
    <>
      <h3 className="mt-8 font-display text-base font-bold">Applied</h3>
      {fired.length > 0 ? (
        <RuleList label="Rules that applied" rules={fired} {...rest} />
      ) : (
        <p className="mt-1 text-sm text-muted">No rule applied.</p>
      )}
      {missed.length > 0 && (
        <>
          <h3 className="mt-8 font-display text-base font-bold">Did not apply</h3>
          <RuleList label="Rules that did not apply" rules={missed} {...rest} />
        </>
      )}
      {idle.length > 0 && (
        <Disclosure
          className="mt-6 text-sm"
          summary={`Not in question: off, out of time, or without a code (${idle.length})`}
        >
          <RuleList label="Rules that were not in question" rules={idle} {...rest} />
        </Disclosure>
      )}
    </>
  )
}

function RuleList({ label, rules, warnings, format }: SimulatedRulesProps & { label: string }) {
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-edge border-y border-edge">
      {rules.map((rule) => (
        <RuleRow
          key={rule.ruleId}
          rule={rule}
          warning={warnings.get(rule.ruleId)}
          format={format}
        />
      ))}
    </ul>
  )
}

const FIRED_LOOKS: Partial<Record<SimulatedRule['outcome'], string>> = {
  applied: 'font-semibold text-success-text',
  blocks: 'font-semibold text-danger-text',
}

function RuleRow({
  rule,
  warning,
  format,
}: {
  rule: SimulatedRule
  warning: string | undefined
  format: MoneyFormat
}) {
  const { name, groupName, priority, outcome, conditions, conditionsType } = rule
  const isSaidAbove = outcome === 'conditions_not_met' && conditions.length === 1
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <span className="text-muted wrap-anywhere">
          {groupName ?? 'Automatic'} · priority <span className="figures">{priority}</span>
        </span>
      </p>
      <p className={cx('wrap-anywhere', FIRED_LOOKS[outcome])}>{outcomeText(rule, format)}</p>
      {!isSaidAbove && conditions.length > 0 && (
        <ul aria-label={`Conditions of ${name}`} className="mt-1.5 flex flex-col gap-1">
          {conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same
            <li key={index} className="flex gap-2">
              {condition.holds ? (
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success-text" />
              ) : (
                <X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{condition.holds ? 'Met: ' : 'Not met: '}</span>
                {index > 0 && conditionsType === 'or' && 'or '}
                {conditionText(condition, format)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {warning && (
        <p className="mt-1.5 flex gap-2 text-warning-text wrap-anywhere">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">{warning}</span>
        </p>
      )}
    </li>
  )
}
