import { Button, Dialog } from '@foyer/ui'
import { ChoiceField, Form, TextField } from '../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../shared/more-fields.tsx'
import { GroupField } from './group-field.tsx'
import { RuleParts } from './rule-parts.tsx'
import { LABELS, type RuleDialogProps, useRuleForm } from './use-rule-form.ts'

/** A checkout rule: what triggers it, when it applies, and what it does. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, onClose } = props
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={rule ? rule.name : 'New checkout rule'}
      description={rule ? 'What is held already keeps its price.' : undefined}
    >
      <RuleForm {...props} />
    </Dialog>
  )
}

function RuleForm(props: RuleDialogProps) {
  const { organizer, rule, onClose } = props
  const form = useRuleForm(props)
  const isOfGroup = form.watch('triggerType') === 'coupon_group'
  return (
    <Form
      form={form}
      submit={rule ? 'Save' : 'Create the rule'}
      failureTitle={rule ? 'Nothing was saved' : 'Failed to create checkout rule'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Checkout rule"
    >
      <TextField
        form={form}
        name="name"
        label={LABELS.name}
        hint="Buyers read it beside what it takes off."
        autoComplete="off"
      />
      <TextAreaField form={form} name="description" label={LABELS.description} mark="optional" />
      <ChoiceField
        form={form}
        name="triggerType"
        label={LABELS.triggerType}
        choices={[
          {
            value: 'automatic',
            name: 'Automatic',
            summary: 'For every order that meets the conditions.',
          },
          {
            value: 'coupon_group',
            name: 'Coupon group',
            summary: 'For buyers who enter a code of the group.',
          },
        ]}
      />
      {isOfGroup && (
        <GroupField
          organizer={organizer.slug}
          id={form.idOf('couponGroupId')}
          value={form.watch('couponGroupId')}
          name={rule?.groupName ?? undefined}
          error={form.problemOf('couponGroupId')}
          onChange={(id) => form.setValue('couponGroupId', id)}
        />
      )}
      <RuleParts form={form} organizer={organizer} />
      <TextField
        form={form}
        name="priority"
        label={LABELS.priority}
        hint="The rule with the highest number comes first; of equal ones, the older."
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField
        form={form}
        name="combines"
        label={LABELS.combines}
        hint="Otherwise one automatic rule and one coupon apply to an order."
      />
      <CheckField form={form} name="isActive" label={LABELS.isActive} />
    </Form>
  )
}
