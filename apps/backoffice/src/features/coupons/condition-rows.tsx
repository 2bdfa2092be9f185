import {
  CONDITION_FIELDS,
  OPERATOR_TEXTS,
  operatorsOf,
  RULE_FIELDS,
  RULE_OPERATORS,
  type RuleField,
  WEEKDAY_NAMES,
} from '@foyer/domain'
import { Button, Field, IconButton, SelectInput, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import type { ComponentProps } from 'react'
import { type ConditionRow, NEW_CONDITION } from './rule-values.ts'

interface ConditionRowsProps {
  id: string
  rows: ConditionRow[]
  error: string | undefined
  onChange: (rows: ConditionRow[]) => void
}

const fieldNamed = (name: string): RuleField =>
  RULE_FIELDS.find((field) => field === name) ?? NEW_CONDITION.field

/** Another field keeps the operator if it fits, and the value if it is written the same way. */
function withField(row: ConditionRow, field: RuleField): ConditionRow {
  const operators = operatorsOf(field)
  const isSameKind = CONDITION_FIELDS[field].kind === CONDITION_FIELDS[row.field].kind
  return {
    field,
    operator: operators.includes(row.operator) ? row.operator : (operators[0] ?? '='),
    value: isSameKind ? row.value : '',
  }
}

/** When a rule applies: a row for each condition, with the operators and the input that fit its field. */
export function ConditionRows({ id, rows, error, onChange }: ConditionRowsProps) {
  const change = (index: number, row: ConditionRow) => onChange(rows.with(index, row))
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0 outline-none">
      <legend className="mb-1.5 text-sm font-semibold">Conditions</legend>
      {error && <p className="mb-3 text-sm font-medium text-danger-text">{error}</p>}
      <ol className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[1.3fr_1fr_1.2fr_auto]"
          >
            <Field label={`Condition ${index + 1}`} className="max-sm:col-span-2">
              <SelectInput
                value={row.field}
                onChange={({ target }) => change(index, withField(row, fieldNamed(target.value)))}
              >
                {RULE_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {CONDITION_FIELDS[field].label}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Field label="Operator" className="max-sm:col-span-2">
              <SelectInput
                value={row.operator}
                onChange={({ target }) => {
                  const operator = RULE_OPERATORS.find((known) => known === target.value)
                  if (operator) change(index, { ...row, operator })
                }}
              >
                {operatorsOf(row.field).map((operator) => (
                  <option key={operator} value={operator}>
                    {OPERATOR_TEXTS[operator]}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Field label="Value">
              <ValueInput row={row} onChange={(value) => change(index, { ...row, value })} />
            </Field>
            <IconButton
              label={`Remove condition ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
            <p className="col-span-full text-xs text-muted">{CONDITION_FIELDS[row.field].hint}</p>
          </li>
        ))}
      </ol>
      <Button className="mt-4" onClick={() => onChange([...rows, NEW_CONDITION])}>
        <Plus aria-hidden="true" className="size-4" />
        Add a condition
      </Button>
    </fieldset>
  )
}

const INPUTS: Readonly<
  Record<Exclude<(typeof CONDITION_FIELDS)[RuleField]['kind'], 'weekday'>, ComponentProps<'input'>>
> = {
  money: { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' },
  count: { type: 'number', min: 0, step: 1, inputMode: 'numeric' },
  date: { type: 'date' },
  time: { type: 'time' },
  text: { autoComplete: 'off', maxLength: 200 },
}

function ValueInput({ row, onChange }: { row: ConditionRow; onChange: (value: string) => void }) {
  const { kind } = CONDITION_FIELDS[row.field]
  if (kind === 'weekday') {
    return (
      <SelectInput value={row.value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose a day</option>
        {WEEKDAY_NAMES.map((name, day) => (
          <option key={name} value={String(day)}>
            {name}
          </option>
        ))}
      </SelectInput>
    )
  }
  return (
    <TextInput
      {...INPUTS[kind]}
      value={row.value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
