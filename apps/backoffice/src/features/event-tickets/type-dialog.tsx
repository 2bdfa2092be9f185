import { ApiError, type OfficeTicketType, staffApi } from '@foyer/contract'
import { MOST_PLACES } from '@foyer/domain'
import { Button, Dialog } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import { eventQuery } from '../../data/queries.ts'
import {
  CHOSEN,
  chargeText,
  FeeSetField,
  refusedCharge,
  TaxRateField,
} from '../../shared/charge-fields.tsx'
import { ChoiceField, Form, SelectField, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { currentType, NEW_TYPE, typeSchema, typeValues } from './part-values.ts'
import { storeTickets } from './tickets-query.ts'

interface TypeDialogProps {
  organizer: string
  locale: string
  eventId: string
  currency: string
  /** Null: a new one. */
  type: OfficeTicketType | null
  /** The group of a new one. */
  groupId: string
  onClose: () => void
}

const LABELS = {
  name: 'Name',
  description: 'Description',
  pricing: 'Price',
  priceMinor: 'Price',
  maxQuantity: 'Most per order',
  places: 'Places',
  displayPrice: 'Text in place of the price',
  feeSetId: 'Fee set',
  taxRateId: 'Tax',
  ticketClass: 'Class',
  isArchived: 'Archived',
}

/** A ticket type: what it is called, what it costs, and how many one order may have. */
export function TypeDialog(props: TypeDialogProps) {
  const { type, onClose } = props
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={type ? type.details.name : 'New ticket type'}
      description={type ? 'What is held or sold already keeps its price.' : undefined}
    >
      <TypeForm {...props} />
    </Dialog>
  )
}

function TypeForm({
  organizer,
  locale,
  eventId,
  currency,
  type,
  groupId,
  onClose,
}: TypeDialogProps) {
  const event = useQuery(eventQuery(organizer, eventId))
  const schema = useMemo(() => typeSchema(currency), [currency])
  const form = useOfficeForm({
    schema,
    values: type ? typeValues({ ...type.details, version: type.version }, currency) : NEW_TYPE,
    problems: {
      name: 'Enter a name of at most 100 characters.',
      description: 'At most 400 characters.',
      pricing: 'Choose how it is priced.',
      priceMinor: 'Enter an amount like 18 or 18.50; 0 is free.',
      maxQuantity: 'A whole number from 1 to 100.',
      places: `A whole number from 1 to ${MOST_PLACES}.`,
      displayPrice: 'At most 40 characters.',
      feeSetId: 'Choose a fee set.',
      taxRateId: 'Choose a tax.',
      ticketClass: 'Choose a class.',
    },
    send: async ({ version, isArchived, ...body }) => {
      const call = callOf(organizer)
      const stored = type
        ? await call(staffApi.changeOfficeTicketType, {
            params: { ticketTypeId: type.id },
            body: { ...body, isArchived, version },
          })
        : await call(staffApi.createOfficeTicketType, {
            params: { eventId },
            body: { ...body, groupId },
          })
      storeTickets(organizer, stored)
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'places_in_use'
        ? { field: 'places', message: error.textOrStatus }
        : refusedCharge(error),
    shared: { valuesOf: currentType(currency), labels: LABELS, textOf: chargeText(organizer) },
  })
  return (
    <Form
      form={form}
      submit={type ? 'Save' : 'Add the ticket type'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Ticket type"
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <TextAreaField
        form={form}
        name="description"
        label="Description"
        mark="optional"
        hint="Who it is for, or what is included."
      />
      <ChoiceField
        form={form}
        name="pricing"
        label="Price"
        choices={[
          { value: 'fixed', name: 'One price', summary: 'The same on every date.' },
          {
            value: 'session',
            name: 'A price per date',
            summary: 'Each date has its own; without one it is not on sale there.',
          },
        ]}
      />
      {form.watch('pricing') === 'fixed' && (
        <TextField
          form={form}
          name="priceMinor"
          label={`Price in ${currency.toUpperCase()}`}
          hint="Without fees and added taxes; 0 is free."
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <FeeSetField
        organizer={organizer}
        format={{ currency, locale }}
        ofEvent={event.data?.details.feeSetId ?? null}
        id={form.idOf('feeSetId')}
        label="Fee set"
        value={form.watch('feeSetId')}
        error={form.problemOf('feeSetId')}
        onChange={(id) => form.setValue('feeSetId', id, CHOSEN)}
      />
      <TaxRateField
        organizer={organizer}
        id={form.idOf('taxRateId')}
        label="Tax"
        value={form.watch('taxRateId')}
        error={form.problemOf('taxRateId')}
        onChange={(id) => form.setValue('taxRateId', id, CHOSEN)}
      />
      <SelectField
        form={form}
        name="ticketClass"
        label={LABELS.ticketClass}
        hint="For checkout rules that are about a class of tickets of all events."
      >
        <option value="">None</option>
        <option value="general">General</option>
        <option value="vip">VIP</option>
        <option value="premium">Premium</option>
      </SelectField>
      <TextField
        form={form}
        name="places"
        label={LABELS.places}
        hint="How many people does one ticket admit? A family ticket for four takes 4 places of a date. It stays once a ticket was held."
        inputMode="numeric"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="maxQuantity" label="Most per order" inputMode="numeric" />
        <TextField
          form={form}
          name="displayPrice"
          label="Text in place of the price"
          mark="optional"
          autoComplete="off"
        />
      </div>
    </Form>
  )
}
