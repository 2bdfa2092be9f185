import { staffApi } from '@foyer/contract'
import { Field } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { RuleValues } from './rule-values.ts'

interface RuleEventsProps {
  organizer: string
  id: string
  events: RuleValues['events']
  error: string | undefined
  onChange: (events: RuleValues['events']) => void
}

/** The events of a rule that does not apply to all of them, each with a button that takes it away. */
export function RuleEvents({ organizer, id, events, error, onChange }: RuleEventsProps) {
  const [q, setQ] = useState('')
  const { data } = useQuery({
    queryKey: ['organizer', organizer, 'coupons', 'event-choices', q],
    queryFn: () => callOf(organizer)(staffApi.getEvents, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })
  const found =
    data?.events.filter((event) => !events.some(({ id: has }) => has === event.id)) ?? []
  return (
    <div className="flex flex-col gap-3">
      <Field id={id} label="Add an event" error={error}>
        <SearchSelect
          // An event that was added leaves the field empty for the next one.
          key={events.length}
          choices={found.map(({ id: value, name, location }) => ({
            value,
            label: name,
            hint: location,
          }))}
          value={null}
          onChange={(value) => {
            const event = found.find((each) => each.id === value)
            if (event) onChange([...events, { id: event.id, name: event.name }])
          }}
          onSearch={setQ}
          placeholder="Search by name"
          empty="No other event has these letters in its name."
        />
      </Field>
      {events.length > 0 && (
        <ul aria-label="Events of the rule" className="flex flex-wrap gap-2">
          {events.map((event) => (
            <li key={event.id}>
              <button
                type="button"
                onClick={() => onChange(events.filter(({ id: other }) => other !== event.id))}
                className="inline-flex min-h-target items-center gap-2 rounded-md border border-edge px-3 text-start text-sm wrap-anywhere hover:bg-hover"
              >
                {event.name}
                <X aria-hidden="true" className="size-4 shrink-0" />
                <span className="sr-only">: remove</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
