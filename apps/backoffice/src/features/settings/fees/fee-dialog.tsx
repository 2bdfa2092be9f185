import { ApiError, type Fees, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import { useMemo } from 'react'
import { callOf } from '../../../data/client.ts'
import { storeFees } from '../../../data/queries.ts'
import { CHOSEN, chargeText, TaxRateField } from '../../../shared/charge-fields.tsx'
import { ChoiceField, Form, TextField } from '../../../shared/form.tsx'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import type { SettingsOrganizer } from '../setting-part.tsx'
import { Example, type ExampleInput } from './example.tsx'
import { currentFee, type FeeValues, feeSchema, feeValues, NEW_FEE } from './fee-values.ts'

interface FeeDialogProps {
  organizer: SettingsOrganizer
  /** Null: a new one. */
  feeSet: Fees['feeSets'][number] | null
  onClose: () => void
}

const LABELS = {
  name: 'Name',
  feeType: 'How it is computed',
  percent: 'Percent',
  amount: 'Amount',
  bearer: 'Who bears it',
  taxRateId: 'Tax on the fee',
  isArchived: 'Archived',
}

/** A fee set: how much it is, and who bears it. */
export function FeeDialog(props: FeeDialogProps) {
  const { feeSet, onClose } = props
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={feeSet ? feeSet.name : 'New fee set'}
      description={feeSet ? 'What is held or sold already keeps its fee.' : undefined}
    >
      <FeeForm {...props} />
    </Dialog>
  )
}

function FeeForm({ organizer, feeSet, onClose }: FeeDialogProps) {
  const { slug, currency } = organizer
  const schema = useMemo(() => feeSchema(currency), [currency])
  const form = useOfficeForm({
    schema,
    values: feeSet ? feeValues(feeSet, currency) : NEW_FEE,
    problems: {
      name: 'Enter a name of at most 60 characters.',
      feeType: 'Choose how it is computed.',
      percent: 'Enter a number from 0 to 100, with at most four decimals.',
      amount: 'Enter an amount like 2 or 2.50.',
      bearer: 'Choose who bears it.',
      taxRateId: 'Choose a tax.',
    },
    send: async ({ version, isArchived, ...body }) => {
      const stored = feeSet
        ? await callOf(slug)(staffApi.changeFeeSet, {
            params: { feeSetId: feeSet.id },
            body: { ...body, isArchived, version },
          })
        : await callOf(slug)(staffApi.createFeeSet, { body })
      storeFees(slug, stored)
      notify({ tone: 'success', title: `${body.name} is saved` })
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'tax_rate_not_found'
        ? { field: 'taxRateId', message: error.textOrStatus }
        : null,
    shared: { valuesOf: currentFee(currency), labels: LABELS, textOf: chargeText(slug) },
  })
  const values = form.watch()
  return (
    <Form
      form={form}
      submit={feeSet ? 'Save' : 'Add the fee set'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Fee set"
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Buyers read it beside the amount: Service fee."
        autoComplete="off"
      />
      <ChoiceField
        form={form}
        name="feeType"
        label={LABELS.feeType}
        choices={[
          { value: 'percentage', name: 'A share of the price', summary: 'Rounded to the cent.' },
          { value: 'flat', name: 'An amount', summary: 'The same for each ticket or add-on.' },
        ]}
      />
      {values.feeType === 'percentage' ? (
        <TextField
          form={form}
          name="percent"
          label={LABELS.percent}
          inputMode="decimal"
          autoComplete="off"
        />
      ) : (
        <TextField
          form={form}
          name="amount"
          label={`Amount in ${currency.toUpperCase()}`}
          hint="An event in another currency has the same number in its own."
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <ChoiceField
        form={form}
        name="bearer"
        label={LABELS.bearer}
        choices={[
          {
            value: 'buyer',
            name: 'Passed on',
            summary: 'Buyers pay it on top. Every price that they see includes it.',
          },
          {
            value: 'organizer',
            name: 'Absorbed',
            summary: 'Buyers pay the price alone and read nothing of the fee. You bear it.',
          },
        ]}
      />
      {values.bearer === 'buyer' && (
        <TaxRateField
          organizer={slug}
          id={form.idOf('taxRateId')}
          label={LABELS.taxRateId}
          value={values.taxRateId}
          error={form.problemOf('taxRateId')}
          onChange={(id) => form.setValue('taxRateId', id, CHOSEN)}
        />
      )}
      <Example organizer={organizer} input={exampleOf(values, schema)} />
    </Form>
  )
}

/** The fee as it is typed; a name is not needed for it. Null while its amount is none. */
function exampleOf(values: FeeValues, schema: ReturnType<typeof feeSchema>): ExampleInput | null {
  const read = schema.safeParse({ ...values, name: 'Example' })
  if (!read.success) return null
  const { feeType, flatMinor, ratePpm, isAbsorbed, taxRateId } = read.data
  return {
    fee: { feeType, flatMinor, ratePpm, isAbsorbed },
    priceTax: null,
    feeTaxRateId: taxRateId,
  }
}
