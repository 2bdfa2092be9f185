import { RULE_LIMITS } from '@foyer/contract'
import {
  CONDITION_FIELDS,
  OPERATOR_TEXTS,
  parseConditions,
  RULE_FIELDS,
  RULE_OPERATORS,
  type RuleField,
  valueKindOf,
  WEEKDAY_NAMES,
} from '@foyer/domain'
import { Button, Field, IconButton, SelectInput, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import type { ComponentProps } from 'react'
import { PartLabel, ROW, ROW_BUTTON, RowsField } from './rows-field.tsx'
import { rowProblems } from './rule-problems.ts'
import { type ConditionRow, NEW_CONDITION } from './rule-values.ts'

interface ConditionRowsProps {
  id: string
  rows: ConditionRow[]
  error: string | undefined
  onChange: (rows: ConditionRow[]) => void
}

const fieldNamed = (name: string): RuleField =>
  RULE_FIELDS.find((field) => field === name) ?? NEW_CONDITION.field

/** Another field or operator keeps the value if it is written in the same way. */
function changed(row: ConditionRow, part: Partial<ConditionRow>): ConditionRow {
  const next = { ...row, ...part }
  const isSameKind = valueKindOf(next.field, next.operator) === valueKindOf(row.field, row.operator)
  return { ...next, value: isSameKind ? row.value : '' }
}

/** When a rule applies: a row for each condition, with the operators and the input that fit its field. */
export function ConditionRows({ id, rows, error, onChange }: ConditionRowsProps) {
  const change = (index: number, row: ConditionRow) => onChange(rows.with(index, row))
  const problems = rowProblems(parseConditions({ type: 'and', rules: rows }))
  const problemOf = (index: number) => error && problems.get(`conditions.rules.${index}.value`)
  return (
    <RowsField id={id} title="Conditions" error={rows.some((_, at) => problemOf(at)) ? '' : error}>
      <ol className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            key={index}
            className={ROW}
          >
            <Field label={`Condition ${index + 1}`} className="max-sm:col-span-2">
              <SelectInput
                value={row.field}
                onChange={({ target }) =>
                  change(index, changed(row, { field: fieldNamed(target.value) }))
                }
              >
                {RULE_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {CONDITION_FIELDS[field].label}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Field
              label={<PartLabel of={`condition ${index + 1}`}>Operator</PartLabel>}
              className="max-sm:col-span-2"
            >
              <SelectInput
                value={row.operator}
                onChange={({ target }) => {
                  const operator = RULE_OPERATORS.find((known) => known === target.value)
                  if (operator) change(index, changed(row, { operator }))
                }}
              >
                {RULE_OPERATORS.map((operator) => (
                  <option key={operator} value={operator}>
                    {OPERATOR_TEXTS[operator]}
                  </option>
                ))}
              </SelectInput>
            </Field>
            <Field
              label={<PartLabel of={`condition ${index + 1}`}>Value</PartLabel>}
              error={problemOf(index)}
            >
              <ValueInput row={row} onChange={(value) => change(index, { ...row, value })} />
            </Field>
            <IconButton
              label={`Remove condition ${index + 1}`}
              className={ROW_BUTTON}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
            <p className="col-span-full text-xs text-muted">{CONDITION_FIELDS[row.field].hint}</p>
          </li>
        ))}
      </ol>
      <Button
        className="mt-4"
        disabled={rows.length >= RULE_LIMITS.conditions}
        onClick={() => onChange([...rows, NEW_CONDITION])}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add a condition
      </Button>
    </RowsField>
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
  const kind = valueKindOf(row.field, row.operator)
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
