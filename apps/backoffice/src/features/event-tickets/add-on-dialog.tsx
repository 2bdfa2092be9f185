import { ApiError, type OfficeAddOn, staffApi } from '@foyer/contract'
import { Button, Dialog } from '@foyer/ui'
import { useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import {
  CHOSEN,
  chargeText,
  FeeSetField,
  refusedCharge,
  TaxRateField,
} from '../../shared/charge-fields.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { addOnSchema, addOnValues, currentAddOn, NEW_ADD_ON } from './part-values.ts'
import { storeTickets } from './tickets-query.ts'

interface AddOnDialogProps {
  organizer: string
  locale: string
  eventId: string
  currency: string
  /** Null: a new one. */
  addOn: OfficeAddOn | null
  onClose: () => void
}

const LABELS = {
  name: 'Name',
  description: 'Description',
  priceMinor: 'Price',
  maxQuantity: 'Most per order',
  capacity: 'Limit',
  feeSetId: 'Fee set',
  taxRateId: 'Tax',
  isArchived: 'Archived',
}

/** Something bought beside tickets, with or without a limit for the whole event. */
export function AddOnDialog(props: AddOnDialogProps) {
  const { addOn, onClose } = props
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={addOn ? addOn.details.name : 'New add-on'}
      description={addOn ? 'What is held or sold already keeps its price.' : undefined}
    >
      <AddOnForm {...props} />
    </Dialog>
  )
}

function AddOnForm({ organizer, locale, eventId, currency, addOn, onClose }: AddOnDialogProps) {
  const schema = useMemo(() => addOnSchema(currency), [currency])
  const capacity = addOn?.capacity ?? null
  const isUnlimited = addOn !== null && capacity === null
  const form = useOfficeForm({
    schema,
    values: addOn
      ? addOnValues({ ...addOn.details, version: addOn.version }, { capacity, currency })
      : NEW_ADD_ON,
    problems: {
      name: 'Enter a name of at most 100 characters.',
      description: 'At most 400 characters.',
      priceMinor: 'Enter an amount like 5 or 5.50; 0 is free.',
      maxQuantity: 'A whole number from 1 to 100.',
      capacity: 'A whole number from 0.',
      feeSetId: 'Choose a fee set.',
      taxRateId: 'Choose a tax.',
    },
    send: async ({ version, isArchived, capacity: limit, ...body }) => {
      const call = callOf(organizer)
      if (!addOn) {
        const created = await call(staffApi.createOfficeAddOn, {
          params: { eventId },
          body: { ...body, capacity: limit },
        })
        storeTickets(organizer, created)
        return onClose()
      }
      const params = { addOnId: addOn.id }
      if (limit !== null && limit !== capacity) {
        const limited = await call(staffApi.setAddOnLimit, { params, body: { capacity: limit } })
        storeTickets(organizer, limited)
      }
      const changed = { ...body, isArchived, version }
      storeTickets(organizer, await call(staffApi.changeOfficeAddOn, { params, body: changed }))
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'capacity_below_taken'
        ? { field: 'capacity', message: error.textOrStatus }
        : refusedCharge(error),
    shared: {
      valuesOf: currentAddOn({ capacity, currency }),
      labels: LABELS,
      textOf: chargeText(organizer),
    },
  })
  return (
    <Form
      form={form}
      submit={addOn ? 'Save' : 'Add the add-on'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Add-on"
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <TextAreaField form={form} name="description" label="Description" mark="optional" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="priceMinor"
          label={`Price in ${currency.toUpperCase()}`}
          hint="Without its fee; 0 is free."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="maxQuantity"
          label="Most per order"
          hint="From 1 to 100."
          inputMode="numeric"
        />
      </div>
      <FeeSetField
        organizer={organizer}
        format={{ currency, locale }}
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
      <TextField
        form={form}
        name="capacity"
        label="Limit for the whole event"
        mark={isUnlimited ? undefined : addOn ? undefined : 'optional'}
        hint={
          isUnlimited
            ? 'It was made without a limit. For one, make another add-on and archive this one.'
            : addOn
              ? `${addOn.sold} are sold.`
              : 'Empty is without limit, for good.'
        }
        inputMode="numeric"
        disabled={isUnlimited}
      />
    </Form>
  )
}
