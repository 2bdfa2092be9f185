import { RULE_LIMITS, staffApi } from '@foyer/contract'
import { parseAction } from '@foyer/domain'
import { Button, Field, IconButton, SelectInput, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import { PartLabel, ROW, ROW_BUTTON, RowsField } from './rows-field.tsx'
import { rowProblems } from './rule-problems.ts'
import { type DiscountRow, NEW_DISCOUNT } from './rule-values.ts'

interface DiscountRowsProps {
  organizer: { slug: string; currency: string }
  id: string
  rows: DiscountRow[]
  error: string | undefined
  onChange: (rows: DiscountRow[]) => void
}

/** What all ticket types, or those of a class, are called. */
const TARGETS = [
  { value: 'all', label: 'All tickets' },
  { value: 'general', label: 'General', hint: 'a class' },
  { value: 'vip', label: 'VIP', hint: 'a class' },
  { value: 'premium', label: 'Premium', hint: 'a class' },
]

/** What a rule takes off, a row for each kind of ticket. */
export function DiscountRows({ organizer, id, rows, error, onChange }: DiscountRowsProps) {
  const change = (index: number, part: Partial<DiscountRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const currency = organizer.currency.toUpperCase()
  const parsed = parseAction({ type: 'discount', discounts: rows }, organizer.currency)
  const problems = rowProblems(parsed)
  const problemOf = (index: number, part: 'ticketTypeId' | 'value') =>
    error && problems.get(`action.discounts.${index}.${part}`)
  const isInRow = rows.some((_, at) => problemOf(at, 'ticketTypeId') ?? problemOf(at, 'value'))
  return (
    <RowsField id={id} title="Discounts" error={isInRow ? '' : error}>
      <ol className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            key={index}
            className={ROW}
          >
            <TargetField
              organizer={organizer.slug}
              label={`Discount ${index + 1}`}
              error={problemOf(index, 'ticketTypeId')}
              row={row}
              onChange={(target) => change(index, target)}
            />
            <Field
              label={<PartLabel of={`discount ${index + 1}`}>Kind</PartLabel>}
              className="max-sm:col-span-2"
            >
              <SelectInput
                value={row.discountType}
                onChange={({ target }) =>
                  change(index, {
                    discountType: target.value === 'fixed' ? 'fixed' : 'percentage',
                  })
                }
              >
                <option value="percentage">Percentage</option>
                <option value="fixed">Fixed amount</option>
              </SelectInput>
            </Field>
            <Field
              label={
                <PartLabel of={`discount ${index + 1}`}>
                  {row.discountType === 'fixed' ? `Amount in ${currency}` : 'Percent'}
                </PartLabel>
              }
              error={problemOf(index, 'value')}
            >
              <TextInput
                type="number"
                min={0}
                step={0.01}
                inputMode="decimal"
                value={row.value}
                onChange={({ target }) => change(index, { value: target.value })}
              />
            </Field>
            <IconButton
              label={`Remove discount ${index + 1}`}
              className={ROW_BUTTON}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
      <Button
        className="mt-4"
        disabled={rows.length >= RULE_LIMITS.discounts}
        onClick={() => onChange([...rows, NEW_DISCOUNT])}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add a discount
      </Button>
    </RowsField>
  )
}

/** All tickets, a class of them, or a real ticket type found by its name. */
function TargetField({
  organizer,
  label,
  error,
  row,
  onChange,
}: {
  organizer: string
  label: string
  error: string | undefined
  row: DiscountRow
  onChange: (target: Pick<DiscountRow, 'ticketTypeId' | 'name'>) => void
}) {
  const [q, setQ] = useState('')
  const { data } = useQuery({
    queryKey: ['organizer', organizer, 'coupons', 'type-choices', q],
    queryFn: () => callOf(organizer)(staffApi.getTicketTypes, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })
  const typed = q.trim().toLowerCase()
  const choices = [
    ...TARGETS.filter((target) => target.label.toLowerCase().includes(typed)),
    ...(data?.ticketTypes.map(({ id, name, eventName }) => ({
      value: id,
      label: name,
      hint: eventName,
    })) ?? []),
  ]
  const fixed = TARGETS.find(({ value }) => value === row.ticketTypeId)
  return (
    <Field label={label} error={error} className="max-sm:col-span-2">
      <SearchSelect
        choices={choices}
        value={fixed ?? { value: row.ticketTypeId, label: row.name }}
        onChange={(ticketTypeId) => {
          const chosen = choices.find(({ value }) => value === ticketTypeId)
          const isReal = !TARGETS.some(({ value }) => value === ticketTypeId)
          onChange({
            ticketTypeId,
            name: isReal && chosen ? `${chosen.label} · ${chosen.hint}` : '',
          })
        }}
        onSearch={setQ}
        empty="No ticket type has these letters in its name or that of its event."
      />
    </Field>
  )
}
