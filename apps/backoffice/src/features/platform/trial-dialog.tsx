import { staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import * as z from 'zod/mini'
import { call } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeOperated } from './platform-queries.ts'
import type { TermsDialogProps } from './suspend-dialogs.tsx'

/** What is typed: a day, as the operator's calendar has it; empty for none. */
const schema = z.object({
  day: z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)),
})

/** The day of an instant where the operator is. */
function dayOf(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The last moment of a day where the operator is. */
function endOf(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date, 23, 59, 59).toISOString()
}

export function TrialDialog({ organizer, open, onClose }: TermsDialogProps) {
  const { slug, name, terms } = organizer
  const form = useOfficeForm({
    schema,
    values: { day: dayOf(terms.trialUntil) },
    problems: { day: 'Choose a day, or leave it empty.' },
    send: async ({ day }) => {
      const body = { trialUntil: endOf(day), version: terms.version }
      storeOperated(await call(staffApi.setTrial, { params: { slug }, body }))
      onClose()
      notify({ tone: 'success', title: 'The trial is saved' })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Trial of ${name}`}
      description="When it ends, the shop sells nothing new until you set another end, or none: none is your yes to its live sales. Orders and refunds go on."
    >
      <Form
        form={form}
        label="Trial"
        submit="Save"
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          form={form}
          name="day"
          type="date"
          label="Last day"
          hint="At the end of this day, where you are. Empty: without end. A day in the past pauses the shop at once."
        />
      </Form>
    </Dialog>
  )
}
