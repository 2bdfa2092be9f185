import { Field, IconButton, SelectInput, TextInput } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { useId, useState } from 'react'
import { type RepeatPartProps, type Repeats, WEEKDAYS, weekdayInMonth } from './repeat-values.ts'
import { dateText } from './texts.ts'

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'] as const

/** On which days: the rule, its first and last day, and the exceptions. */
export function RepeatDays({ values, problems, onChange }: RepeatPartProps) {
  const { repeats, from } = values
  const first = from ? weekdayInMonth(from) : null
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-4 font-display text-lg font-bold">Days</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" error={problems.from}>
          <TextInput
            type="date"
            value={from}
            onChange={({ target }) => onChange({ from: target.value })}
          />
        </Field>
        <Field label="Last day" error={problems.to}>
          <TextInput
            type="date"
            min={from}
            value={values.to}
            onChange={({ target }) => onChange({ to: target.value })}
          />
        </Field>
        <Field label="Repeats">
          <SelectInput
            value={repeats}
            onChange={({ target }) => onChange({ repeats: repeatsOf(target.value) })}
          >
            <option value="weekly">On days of the week</option>
            <option value="daily">Every day</option>
            {first && (
              <>
                <option value="month_day">Each month on day {Number(from.slice(8))}</option>
                <option value="month_weekday">
                  Each month on the {ORDINALS[first.nth]} {first.name}
                </option>
              </>
            )}
            <option value="custom">By a rule of my own (RFC 5545)</option>
          </SelectInput>
        </Field>
        {repeats === 'custom' ? (
          <Field label="Rule" error={problems.rule} hint="For days alone: times are below.">
            <TextInput
              value={values.rule}
              spellCheck={false}
              autoCapitalize="characters"
              onChange={({ target }) => onChange({ rule: target.value })}
            />
          </Field>
        ) : (
          <Field label={UNITS[repeats]} error={problems.rule}>
            <TextInput
              type="number"
              min={1}
              max={52}
              value={values.interval}
              onChange={({ target }) => onChange({ interval: target.value })}
            />
          </Field>
        )}
      </div>
      {repeats === 'weekly' && (
        <Weekdays
          legend="Open on"
          chosen={values.weekdays}
          problem={problems.weekdays}
          onChange={(weekdays) => onChange({ weekdays })}
        />
      )}
      <Dates
        label="Except on"
        hint="Holidays and days of rest."
        dates={values.exceptDates}
        problem={problems.exceptDates}
        onChange={(exceptDates) => onChange({ exceptDates })}
      />
      <Dates
        label="Also on"
        hint="Days that the rule leaves out."
        dates={values.extraDates}
        problem={problems.extraDates}
        onChange={(extraDates) => onChange({ extraDates })}
      />
    </fieldset>
  )
}

const UNITS = {
  weekly: 'Every so many weeks',
  daily: 'Every so many days',
  month_day: 'Every so many months',
  month_weekday: 'Every so many months',
} as const satisfies Record<Exclude<Repeats, 'custom'>, string>

const REPEATS: readonly Repeats[] = ['weekly', 'daily', 'month_day', 'month_weekday', 'custom']
const repeatsOf = (text: string): Repeats => REPEATS.find((known) => known === text) ?? 'weekly'

/** Days of the week, as a row of checkboxes. */
export function Weekdays({
  legend,
  chosen,
  problem,
  onChange,
}: {
  legend: string
  chosen: readonly number[]
  problem?: string | undefined
  onChange: (weekdays: number[]) => void
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map(({ value, name }) => (
          <label
            key={value}
            className="relative inline-flex min-h-target min-w-14 items-center justify-center rounded-md border border-edge px-3 text-sm text-muted has-checked:border-text has-checked:bg-hover has-checked:font-semibold has-checked:text-text"
          >
            <input
              type="checkbox"
              aria-label={name}
              aria-invalid={problem ? true : undefined}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...chosen, value]
                    : chosen.filter((weekday) => weekday !== value),
                )
              }
              className="absolute inset-0 appearance-none rounded-md"
            />
            {name.slice(0, 3)}
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm font-medium text-danger-text">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** A set of days: one is added by choosing it, and removed by its button. */
function Dates({
  label,
  hint,
  dates,
  problem,
  onChange,
}: {
  label: string
  hint: string
  dates: readonly string[]
  problem?: string | undefined
  onChange: (dates: string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const add = () => {
    if (!typed) return
    onChange([...new Set([...dates, typed])].sort())
    setTyped('')
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={`${hint} Enter adds a day.`} error={problem}>
        <TextInput
          type="date"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          className="max-w-56"
        />
      </Field>
      {dates.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {dates.map((date) => (
            <li
              key={date}
              className="figures inline-flex items-center rounded-md bg-hover ps-3 text-sm"
            >
              {dateText(date)}
              <IconButton
                label={`Remove ${dateText(date)}`}
                onClick={() => onChange(dates.filter((other) => other !== date))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
