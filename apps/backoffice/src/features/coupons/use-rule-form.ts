import { type RuleView, staffApi } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { refusedFields } from '../../data/failure-text.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchCoupons } from './coupon-queries.ts'
import { problemsByField } from './rule-problems.ts'
import { NEW_RULE, ruleSchema, ruleValues } from './rule-values.ts'

export interface RuleDialogProps {
  organizer: { slug: string; currency: string; timeZone: string }
  /** Null: a new one. */
  rule: RuleView | null
  onClose: () => void
}

export const LABELS = {
  name: 'Name',
  description: 'Description',
  triggerType: 'Trigger',
  couponGroupId: 'Coupon group',
  priority: 'Priority',
  logic: 'Logic',
  conditions: 'Conditions',
  kind: 'Action',
  discounts: 'Discounts',
  message: 'Message',
  combines: 'Combines with other rules',
  isActive: 'Active',
  scope: 'Events',
  events: 'Events',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
}

/** The form of a checkout rule, new or stored. */
export function useRuleForm({ organizer, rule, onClose }: RuleDialogProps) {
  const { slug, timeZone } = organizer
  const mayHaveNone = rule?.conditions.rules.length === 0
  const schema = useMemo(() => ruleSchema({ ...organizer, mayHaveNone }), [organizer, mayHaveNone])
  return useOfficeForm({
    schema,
    values: rule ? ruleValues(rule, timeZone) : NEW_RULE,
    // What the domain's parser says of lists is shown as it is.
    problems: {
      name: 'Enter a name of at most 100 characters.',
      description: 'At most 400 characters.',
      priority: 'A whole number; the highest comes first.',
    },
    send: async ({ version, ...body }) => {
      const call = callOf(slug)
      if (rule) {
        const params = { ruleId: rule.id }
        await call(staffApi.changeCheckoutRule, { params, body: { ...body, version } })
      } else await call(staffApi.createCheckoutRule, { body })
      notify({
        tone: 'success',
        title: rule ? `${body.name} is saved` : 'Checkout rule created successfully',
      })
      onClose()
      await refetchCoupons(slug)
    },
    fieldOf: (error) =>
      problemsByField(
        refusedFields(error).map(({ field: path, message: reason }) => ({ path, reason })),
      ),
    shared: {
      valuesOf: (current) => (isRule(current) ? ruleValues(current, timeZone) : null),
      labels: LABELS,
      textOf: (_, value) => (typeof value === 'object' ? JSON.stringify(value) : null),
    },
  })
}
export type RuleForm = ReturnType<typeof useRuleForm>

const view = staffApi.changeCheckoutRule.output
const isRule = (current: unknown): current is RuleView => view.safeParse(current).success
