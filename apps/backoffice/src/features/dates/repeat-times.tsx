import { Button, Field, IconButton, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import { useId } from 'react'
import type { RepeatPartProps } from './repeat-values.ts'

/** At which times of each day, by the clocks of the venue, and how long. */
export function RepeatTimes({ info, values, problems, onChange }: RepeatPartProps) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1 font-display text-lg font-bold">Times</legend>
      <p className="text-sm text-muted">
        By the clocks of the venue ({info.timeZone.replaceAll('_', ' ')}): 10:00 is 10:00 in summer
        and in winter.
      </p>
      <div className="flex flex-wrap gap-x-6">
        {(['every', 'at'] as const).map((kind) => (
          <label
            key={kind}
            htmlFor={`${id}-${kind}`}
            className="inline-flex min-h-target items-center gap-2.5 text-sm"
          >
            <input
              type="radio"
              id={`${id}-${kind}`}
              name={`${id}-kind`}
              className="radio"
              checked={values.timesKind === kind}
              onChange={() => onChange({ timesKind: kind })}
            />
            {kind === 'every' ? 'Every so many minutes' : 'At these times'}
          </label>
        ))}
      </div>
      {values.timesKind === 'every' ? (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="First start" error={problems.first}>
            <TextInput
              type="time"
              value={values.first}
              onChange={({ target }) => onChange({ first: target.value })}
            />
          </Field>
          <Field label="Last start" error={problems.last}>
            <TextInput
              type="time"
              value={values.last}
              onChange={({ target }) => onChange({ last: target.value })}
            />
          </Field>
          <Field label="Every, in minutes" error={problems.every}>
            <TextInput
              inputMode="numeric"
              value={values.every}
              onChange={({ target }) => onChange({ every: target.value })}
            />
          </Field>
        </div>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          {values.at.map((time, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a time is known by its position alone
            <div key={index} className="flex items-end">
              <Field
                label={index === 0 ? 'Starts at' : `and at (${index + 1})`}
                error={index === 0 ? problems.at : undefined}
              >
                <TextInput
                  type="time"
                  value={time}
                  onChange={({ target }) => onChange({ at: values.at.with(index, target.value) })}
                />
              </Field>
              {values.at.length > 1 && (
                <IconButton
                  label={`Remove the time ${time || index + 1}`}
                  onClick={() => onChange({ at: values.at.filter((_, other) => other !== index) })}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </div>
          ))}
          <Button onClick={() => onChange({ at: [...values.at, ''] })}>
            <Plus aria-hidden="true" className="size-4" />
            Another time
          </Button>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Each lasts, in minutes" error={problems.duration}>
          <TextInput
            inputMode="numeric"
            value={values.duration}
            onChange={({ target }) => onChange({ duration: target.value })}
          />
        </Field>
        <Field label="Name" mark="optional" className="sm:col-span-2">
          <TextInput
            maxLength={100}
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
      </div>
    </fieldset>
  )
}
