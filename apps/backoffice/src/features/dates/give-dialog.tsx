import { ApiError, staffApi } from '@foyer/contract'
import { GIFT_REASON_NAMES, GIFT_REASONS, isEmail, MOST_GIVEN } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { requestKey } from '../../shared/request-key.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import type { SessionDialogProps } from './progress-dialog.tsx'
import { datesChanged } from './queries.ts'
import { counted, startText } from './texts.ts'

/** Gives tickets of a date to a person, who gets them by mail. */
export function GiveDialog(props: SessionDialogProps) {
  const { session, info, open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title="Give tickets away"
      description={`${startText(session.startsAt, info.timeZone)}. They cost nothing, and their places are taken as by any sale.`}
    >
      {open && <GiveForm {...props} />}
    </Dialog>
  )
}

const schema = z.object({
  ticketTypeId: z.string().check(z.minLength(1)),
  quantity: z.string().check(
    z.trim(),
    z.regex(/^[1-9]\d?$/),
    z.refine((text) => Number(text) <= MOST_GIVEN),
  ),
  firstName: z.string().check(z.trim(), z.minLength(1)),
  lastName: z.string().check(z.trim()),
  email: z.string().check(z.trim(), z.refine(isEmail)),
  reason: z.enum(GIFT_REASON_NAMES),
  note: z.string().check(z.trim(), z.maxLength(500)),
})

function GiveForm({ reference, info, session, onClose }: SessionDialogProps) {
  const [key] = useState(requestKey)
  const types = info.types.filter(({ isArchived }) => !isArchived)
  const form = useOfficeForm({
    schema,
    values: {
      ticketTypeId: types[0]?.id ?? '',
      quantity: '1',
      firstName: '',
      lastName: '',
      email: '',
      note: '',
    },
    problems: {
      ticketTypeId: 'Choose a ticket.',
      quantity: `Write a number from 1 to ${MOST_GIVEN}.`,
      firstName: 'Write a first name.',
      email: 'Write an e-mail address like ada@example.com.',
      reason: 'Choose a reason.',
      note: 'Write at most 500 characters.',
    },
    send: async ({ ticketTypeId, quantity, firstName, lastName, email, reason, note }) => {
      const count = Number(quantity)
      await callOf(reference.organizer)(staffApi.giveTickets, {
        body: {
          key,
          sessionId: session.id,
          tickets: [{ ticketTypeId, quantity: count }],
          person: { firstName, lastName, email },
          reason,
          note,
        },
      })
      await datesChanged(reference)
      notify({
        tone: 'success',
        title: `${counted(count, 'ticket')} given away`,
        description: `On the way to ${email}.`,
      })
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'sold_out'
        ? { field: 'quantity', message: error.textOrStatus }
        : null,
  })
  return (
    <Form
      form={form}
      label="Give tickets away"
      submit="Give them away"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField form={form} name="ticketTypeId" label="Ticket">
          {types.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField form={form} name="quantity" label="How many" inputMode="numeric" />
        <TextField form={form} name="firstName" label="First name" autoComplete="off" />
        <TextField
          form={form}
          name="lastName"
          label="Last name"
          mark="optional"
          autoComplete="off"
        />
      </div>
      <TextField
        form={form}
        name="email"
        label="E-mail"
        hint="The tickets go there."
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField form={form} name="reason" label="Reason">
        <option value="">Choose a reason</option>
        {GIFT_REASON_NAMES.map((name) => (
          <option key={name} value={name}>
            {GIFT_REASONS[name]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        form={form}
        name="note"
        label="What your team should know"
        mark="optional"
        hint="The guest does not see it."
        maxLength={500}
      />
    </Form>
  )
}
