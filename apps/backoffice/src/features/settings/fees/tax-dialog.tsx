import { type Fees, staffApi } from '@foyer/contract'
import { taxRowsOf } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../../data/client.ts'
import { storeFees } from '../../../data/queries.ts'
import { ChoiceField, Form, TextField } from '../../../shared/form.tsx'
import { CheckField } from '../../../shared/more-fields.tsx'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import type { SettingsOrganizer } from '../setting-part.tsx'
import { Example } from './example.tsx'
import { currentTax, taxSchema, taxValues } from './fee-values.ts'

interface TaxDialogProps {
  organizer: SettingsOrganizer
  /** Null: a new one. */
  taxRate: Fees['taxRates'][number] | null
  /** Whether a new one is the default to begin with, because there is none. */
  isFirst: boolean
  onClose: () => void
}

const LABELS = {
  name: 'Name',
  percent: 'Rate in percent',
  kind: 'In prices, or on top',
  isDefault: 'The default',
  isArchived: 'Archived',
}

/** A tax rate: its name, and whether prices include it. */
export function TaxDialog(props: TaxDialogProps) {
  const { taxRate, onClose } = props
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={taxRate ? taxRate.name : 'New tax rate'}
      description={taxRate ? 'What is held or sold already keeps its tax.' : undefined}
    >
      <TaxForm {...props} />
    </Dialog>
  )
}

function TaxForm({ organizer, taxRate, isFirst, onClose }: TaxDialogProps) {
  const { slug, locale } = organizer
  const form = useOfficeForm({
    schema: taxSchema,
    values: taxRate
      ? taxValues(taxRate)
      : {
          name: '',
          percent: '',
          kind: 'included' as const,
          isDefault: isFirst,
          isArchived: false,
          version: '',
        },
    problems: {
      name: 'Enter a name of at most 60 characters.',
      percent: 'Enter a number from 0 to 100, with at most four decimals.',
      kind: 'Choose one.',
      isDefault: 'Choose one.',
    },
    send: async ({ version, isArchived, ...body }) => {
      const stored = taxRate
        ? await callOf(slug)(staffApi.changeTaxRate, {
            params: { taxRateId: taxRate.id },
            body: { ...body, isArchived, version },
          })
        : await callOf(slug)(staffApi.createTaxRate, { body })
      storeFees(slug, stored)
      notify({ tone: 'success', title: `${body.name} is saved` })
      onClose()
    },
    shared: { valuesOf: currentTax, labels: LABELS },
  })
  const values = form.watch()
  const read = taxSchema.safeParse({ ...values, name: values.name.trim() || 'Tax' })
  return (
    <Form
      form={form}
      submit={taxRate ? 'Save' : 'Add the tax rate'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Tax rate"
    >
      <TextField
        form={form}
        name="name"
        label={LABELS.name}
        hint="As your law calls it on receipts: VAT, IVA, Sales tax."
        autoComplete="off"
      />
      <TextField
        form={form}
        name="percent"
        label={LABELS.percent}
        hint="0 is for what is exempt."
        inputMode="decimal"
        autoComplete="off"
      />
      <ChoiceField
        form={form}
        name="kind"
        label={LABELS.kind}
        choices={[
          {
            value: 'included',
            name: 'Included in prices',
            summary: 'As in Europe: the price stays as you typed it, and receipts name the tax.',
          },
          {
            value: 'added',
            name: 'Added to prices',
            summary: 'As in the United States: buyers pay it on top. Prices they see include it.',
          },
        ]}
      />
      <CheckField
        form={form}
        name="isDefault"
        label="The default"
        hint="Of every price and fee without a rate of its own. It takes the place of the one before."
      />
      {read.success && read.data.ratePpm > 0 && (
        <p className="text-sm text-muted">
          Receipts say: <strong className="text-text">{receiptLabel(read.data, locale)}</strong>
        </p>
      )}
      <Example
        organizer={organizer}
        input={
          read.success
            ? {
                fee: null,
                priceTax: { ratePpm: read.data.ratePpm, isInclusive: read.data.isInclusive },
                feeTaxRateId: null,
              }
            : null
        }
      />
    </Form>
  )
}

/** The words that buyers read, from the function that writes them on receipts. */
const receiptLabel = (
  rate: { name: string; ratePpm: number; isInclusive: boolean },
  locale: string,
): string =>
  taxRowsOf([{ ...rate, taxMinor: 0 }], rate.isInclusive ? 'included' : 'added', locale)
    .map(({ label }) => label)
    .join()
