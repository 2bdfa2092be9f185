import { Button, Field, IconButton, TextInput } from '@foyer/ui'
import { ArrowDown, ArrowUp, Plus, X } from '@foyer/ui/icons'
import { useRef } from 'react'
import type { DetailsValues } from './details-values.ts'

type Rows = DetailsValues['lineUp']

interface LineUpFieldProps {
  id: string
  rows: Rows
  error: string | undefined
  onChange: (rows: Rows) => void
}

/** Who appears: a row each, in the organizer's order. */
export function LineUpField({ id, rows, error, onChange }: LineUpFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const change = (index: number, part: Partial<Rows[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const move = (index: number, by: 1 | -1) => {
    const next = [...rows]
    const [row] = next.splice(index, 1)
    if (row) next.splice(index + by, 0, row)
    onChange(next)
  }
  const add = () => {
    onChange([...rows, { name: '', role: '', time: '' }])
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector('input')?.focus()
    })
  }
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0 outline-none">
      <legend className="sr-only">Line-up</legend>
      {error && <p className="mb-3 text-sm font-medium text-danger-text">{error}</p>}
      <ol ref={list} className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            key={index}
            className="grid items-end gap-x-3 gap-y-2 sm:grid-cols-[1.2fr_1.2fr_7.5rem_auto]"
          >
            <Field label="Name">
              <TextInput
                value={row.name}
                onChange={({ target }) => change(index, { name: target.value })}
              />
            </Field>
            <Field label="Role" mark="optional">
              <TextInput
                value={row.role}
                onChange={({ target }) => change(index, { role: target.value })}
              />
            </Field>
            <Field label="Time" mark="optional">
              <TextInput
                type="time"
                value={row.time}
                onChange={({ target }) => change(index, { time: target.value })}
              />
            </Field>
            <span className="flex">
              <IconButton
                label={`Move ${row.name || 'this row'} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={`Move ${row.name || 'this row'} down`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={`Remove ${row.name || 'this row'}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <Button onClick={add} className={rows.length > 0 ? 'mt-4' : undefined}>
        <Plus aria-hidden="true" className="size-4" />
        Add somebody
      </Button>
    </fieldset>
  )
}
