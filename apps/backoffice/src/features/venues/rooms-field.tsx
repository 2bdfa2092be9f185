import { MOST_ROOMS } from '@foyer/contract'
import { Button, Field, IconButton, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import { useRef } from 'react'
import type { VenueValues } from './venue-values.ts'

type Rows = VenueValues['rooms']

interface RoomsFieldProps {
  id: string
  rows: Rows
  error: string | undefined
  onChange: (rows: Rows) => void
}

/** The rooms of a venue: a row each, in the organizer's order. */
export function RoomsField({ id, rows, error, onChange }: RoomsFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const change = (index: number, part: Partial<Rows[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const add = () => {
    onChange([...rows, { id: '', name: '', capacity: '' }])
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector('input')?.focus()
    })
  }
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0 outline-none">
      <legend className="sr-only">Rooms</legend>
      {error && <p className="mb-3 text-sm font-medium text-danger-text">{error}</p>}
      <ol ref={list} className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_7.5rem_auto] items-end gap-x-3"
          >
            <Field label="Name of the room">
              <TextInput
                value={row.name}
                maxLength={80}
                onChange={({ target }) => change(index, { name: target.value })}
              />
            </Field>
            <Field label="Capacity">
              <TextInput
                inputMode="numeric"
                value={row.capacity}
                onChange={({ target }) => change(index, { capacity: target.value })}
              />
            </Field>
            <IconButton
              label={`Remove ${row.name || 'this room'}`}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
      {rows.length < MOST_ROOMS ? (
        <Button onClick={add} className={rows.length > 0 ? 'mt-4' : undefined}>
          <Plus aria-hidden="true" className="size-4" />
          Add a room
        </Button>
      ) : (
        <p className="mt-4 text-sm text-muted">A venue has at most {MOST_ROOMS} rooms.</p>
      )}
    </fieldset>
  )
}
