import { ChoiceField, SelectField, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { ConditionRows } from './condition-rows.tsx'
import { DiscountRows } from './discount-rows.tsx'
import { RuleEvents } from './rule-events.tsx'
import type { RuleDialogProps, RuleForm } from './use-rule-form.ts'

/** When a rule applies, and what it does. */
export function RuleParts({
  form,
  organizer,
}: {
  form: RuleForm
  organizer: RuleDialogProps['organizer']
}) {
  const zone = organizer.timeZone.replaceAll('_', ' ')
  const conditions = form.watch('conditions')
  return (
    <>
      {conditions.length > 1 && (
        <SelectField form={form} name="logic" label="It applies if">
          <option value="and">all conditions are met</option>
          <option value="or">one of the conditions is met</option>
        </SelectField>
      )}
      <ConditionRows
        id={form.idOf('conditions')}
        rows={conditions}
        error={form.problemOf('conditions')}
        onChange={(rows) => form.setValue('conditions', rows)}
      />
      <ChoiceField
        form={form}
        name="scope"
        label="Events"
        choices={[
          { value: 'all', name: 'All events', summary: 'Also those that you create later.' },
          { value: 'some', name: 'Selected events', summary: 'Only those that you choose.' },
        ]}
      />
      {form.watch('scope') === 'some' && (
        <RuleEvents
          organizer={organizer.slug}
          id={form.idOf('events')}
          events={form.watch('events')}
          error={form.problemOf('events')}
          onChange={(events) => form.setValue('events', events)}
        />
      )}
      <ChoiceField
        form={form}
        name="kind"
        label="Action"
        choices={[
          { value: 'discount', name: 'Discount', summary: 'Takes something off tickets.' },
          {
            value: 'block',
            name: 'Block',
            summary: 'Such an order cannot be bought; the buyer reads your message.',
          },
        ]}
      />
      {form.watch('kind') === 'discount' ? (
        <DiscountRows
          organizer={organizer}
          id={form.idOf('discounts')}
          rows={form.watch('discounts')}
          error={form.problemOf('discounts')}
          onChange={(rows) => form.setValue('discounts', rows)}
        />
      ) : (
        <TextAreaField
          form={form}
          name="message"
          label="Message"
          hint="Say why, and what to do instead: ‘Groups of more than 20 book by telephone.’"
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="validFrom"
          label="Valid from"
          type="datetime-local"
          mark="optional"
          hint={`By the clocks of ${zone}.`}
        />
        <TextField
          form={form}
          name="validUntil"
          label="Valid until"
          type="datetime-local"
          mark="optional"
          hint={`By the clocks of ${zone}.`}
        />
      </div>
    </>
  )
}
