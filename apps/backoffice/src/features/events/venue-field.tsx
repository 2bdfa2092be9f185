import { Field } from '@foyer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { venuesQuery } from '../../data/queries.ts'
import { SearchSelect } from '../../shared/search-select.tsx'

interface VenueFieldProps {
  organizer: string
  id: string
  error: string | undefined
  hint?: ReactNode
  /** The venue that is chosen, if it is known already. */
  venue: { id: string; name: string; city: string } | null
  onChange: (venue: { id: string; name: string; city: string }) => void
}

/** The venue of an event, found by its name or city. */
export function VenueField({ organizer, id, error, hint, venue, onChange }: VenueFieldProps) {
  const [q, setQ] = useState('')
  const { data } = useQuery({ ...venuesQuery(organizer, q), placeholderData: keepPreviousData })
  const venues = data?.venues ?? []
  return (
    <Field id={id} label="Venue" hint={hint} error={error}>
      <SearchSelect
        choices={venues.map((each) => ({ value: each.id, label: each.name, hint: each.city }))}
        value={venue && { value: venue.id, label: venue.name }}
        onChange={(value) => {
          const chosen = venues.find((each) => each.id === value)
          if (chosen) onChange(chosen)
        }}
        onSearch={setQ}
        placeholder="Search by name or city"
        empty="No venue has these letters in its name or city."
      />
    </Field>
  )
}
