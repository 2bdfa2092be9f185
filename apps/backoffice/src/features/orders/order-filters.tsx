import { ORDER_STATUSES } from '@foyer/domain'
import { Button, Field, SelectInput, TextInput } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventQuery } from '../../data/queries.ts'
import type { OrdersSearch } from '../../routing/search.ts'
import { SearchField } from '../../shared/search-field.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { eventChoicesQuery, tagsQuery } from './order-queries.ts'
import { ORDER_STATES } from './order-texts.ts'

interface OrderFiltersProps {
  organizer: string
  search: OrdersSearch
  onSearch: (search: OrdersSearch) => void
}

/** One field for everything that a customer may say, and filters beside it. */
export function OrderFilters({ organizer, search, onSearch }: OrderFiltersProps) {
  const change = (part: Partial<OrdersSearch>) => onSearch({ ...search, ...part })
  const tags = useQuery(tagsQuery(organizer)).data?.tags ?? []
  const choices = search.tag && !tags.includes(search.tag) ? [search.tag, ...tags] : tags
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <form
      aria-label="Orders"
      onSubmit={(event) => event.preventDefault()}
      className="mb-5 grid gap-3"
    >
      <SearchField
        label="Search orders"
        placeholder="Name, e-mail, order number, ticket code or last four of the card"
        value={search.q ?? ''}
        onSearch={(q) => change({ q: q || undefined })}
      />
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr_auto]">
        <div className="col-span-2 lg:col-span-1">
          <EventFilter
            organizer={organizer}
            eventId={search.event}
            onChange={(event) => change({ event })}
          />
        </div>
        <Field label="Date of the visit">
          <TextInput
            type="date"
            value={search.date ?? ''}
            onChange={({ target }) => change({ date: target.value || undefined })}
          />
        </Field>
        <Field label="State">
          <SelectInput
            value={search.state ?? ''}
            onChange={({ target }) => change({ state: target.value || undefined })}
          >
            <option value="">Any</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {ORDER_STATES[status].label}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Field label="Tag">
          <SelectInput
            value={search.tag ?? ''}
            onChange={({ target }) => change({ tag: target.value || undefined })}
          >
            <option value="">Any</option>
            {choices.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Button variant="quiet" disabled={!isFiltered} onClick={() => onSearch({})}>
          Clear
        </Button>
      </div>
    </form>
  )
}

const ANY = { value: '', label: 'Any event' }

function EventFilter({
  organizer,
  eventId,
  onChange,
}: {
  organizer: string
  eventId: string | undefined
  onChange: (eventId: string | undefined) => void
}) {
  const [typed, setTyped] = useState('')
  const found = useQuery(eventChoicesQuery(organizer, typed)).data?.events ?? []
  const chosen = useQuery({ ...eventQuery(organizer, eventId ?? ''), enabled: Boolean(eventId) })
  const named = eventId
    ? (found.find(({ id }) => id === eventId)?.name ?? chosen.data?.details.name)
    : ''
  return (
    <Field label="Event">
      <SearchSelect
        choices={[
          ANY,
          ...found.map(({ id, name, venue }) => ({ value: id, label: name, hint: venue.name })),
        ]}
        value={eventId ? { value: eventId, label: named ?? '' } : ANY}
        onChange={(id) => onChange(id || undefined)}
        onSearch={setTyped}
        empty="No event has this name."
      />
    </Field>
  )
}
