import { ApiError } from '@foyer/contract'
import { Field, SelectInput } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { feesQuery, queryClient } from '../data/queries.ts'
import { feeChoice, type MoneyFormat, taxChoice } from './charge-texts.ts'

/** The fields that give something a fee set or a tax rate. */

/** The id as a select has it: empty for none. */
export const chosenId = z.pipe(
  z.string(),
  z.transform((id): string | null => id || null),
)

/** How a choice is stored in its form: a refusal of the one before is gone. */
export const CHOSEN = { shouldDirty: true, shouldValidate: true } as const

interface ChargeFieldProps {
  organizer: string
  id: string
  label: string
  mark?: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

interface FeeSetFieldProps extends ChargeFieldProps {
  format: MoneyFormat
  /** Of a ticket type: the fee set that it has without one of its own; null: none. */
  ofEvent?: string | null | undefined
}

/** One of the fee sets, those that are archived only where they are in use. */
export function FeeSetField({ format, ofEvent, ...props }: FeeSetFieldProps) {
  const fees = useQuery(feesQuery(props.organizer))
  const choices = fees.data?.feeSets.map((feeSet) => ({
    ...feeSet,
    text: feeChoice(feeSet, format),
  }))
  const inherited = choices?.find(({ id }) => id === ofEvent)?.text ?? 'no fee'
  return (
    <ChargeField
      {...props}
      choices={choices}
      isFailed={fees.isError}
      none={ofEvent === undefined ? 'No fee' : `That of the event: ${inherited}`}
      hint={
        choices?.length === 0
          ? 'There are none yet: they are made under Settings, Fees and taxes.'
          : props.hint
      }
    />
  )
}

/** One of the tax rates; without one it is the default rate. */
export function TaxRateField(props: ChargeFieldProps) {
  const fees = useQuery(feesQuery(props.organizer))
  const standard = fees.data?.taxRates.find(({ isDefault }) => isDefault)
  const choices = fees.data?.taxRates.map((rate) => ({ ...rate, text: taxChoice(rate) }))
  return (
    <ChargeField
      {...props}
      choices={choices}
      isFailed={fees.isError}
      none={
        standard ? `The default: ${taxChoice(standard)}` : 'No tax, because there is no default'
      }
    />
  )
}

interface Choice {
  id: string
  text: string
  isArchived: boolean
}

function ChargeField({
  id,
  label,
  mark,
  hint,
  none,
  value,
  error,
  choices,
  isFailed,
  onChange,
}: ChargeFieldProps & { none: string; choices: Choice[] | undefined; isFailed: boolean }) {
  const shown = (choices ?? []).filter((choice) => !choice.isArchived || choice.id === value)
  return (
    <Field
      id={id}
      label={label}
      mark={mark}
      hint={isFailed ? 'What there is could not be loaded. Your choice stays as it is.' : hint}
      error={error}
    >
      <SelectInput value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{choices ? none : 'Loading'}</option>
        {value !== '' && !shown.some((choice) => choice.id === value) && (
          <option value={value}>{choices ? 'A new one' : 'As it is'}</option>
        )}
        {shown.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.text}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** The refusal of a fee set or a tax rate that was archived meanwhile. */
export function refusedCharge(
  error: unknown,
): { field: 'feeSetId' | 'taxRateId'; message: string } | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'fee_set_not_found') return { field: 'feeSetId', message: error.textOrStatus }
  return error.code === 'tax_rate_not_found'
    ? { field: 'taxRateId', message: error.textOrStatus }
    : null
}

/** How the question about two people's changes shows a fee set or a tax rate. */
export const chargeText =
  (organizer: string) =>
  (name: string, value: unknown): string | null => {
    if (name !== 'feeSetId' && name !== 'taxRateId') return null
    if (value === '') return name === 'feeSetId' ? 'none of its own' : 'the default'
    const fees = queryClient.getQueryData(feesQuery(organizer).queryKey)
    const known = [...(fees?.feeSets ?? []), ...(fees?.taxRates ?? [])]
    return known.find(({ id }) => id === value)?.name ?? 'a new one'
  }
