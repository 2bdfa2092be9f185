import { Field } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchSelect } from '../../shared/search-select.tsx'
import { groupChoicesQuery } from './coupon-queries.ts'

interface GroupFieldProps {
  organizer: string
  id?: string
  error: string | undefined
  /** The id of the chosen group; empty: none yet. */
  value: string
  /** The name of the chosen group, if the first choices do not have it. */
  name?: string | undefined
  onChange: (id: string) => void
}

/** A coupon group, found by its name. */
export function GroupField({ organizer, id, error, value, name, onChange }: GroupFieldProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { data } = useQuery(groupChoicesQuery(organizer, q))
  const groups = data?.groups ?? []
  const label = chosen ?? groups.find((group) => group.id === value)?.name ?? name ?? ''
  return (
    <Field id={id} label="Coupon group" error={error}>
      <SearchSelect
        choices={groups.map((group) => ({
          value: group.id,
          label: group.name,
          hint: group.isActive ? '' : 'off',
        }))}
        value={value ? { value, label } : null}
        onChange={(next) => {
          setChosen(groups.find((group) => group.id === next)?.name)
          onChange(next)
        }}
        onSearch={setQ}
        placeholder="Search by name"
        empty="No coupon group has these letters in its name. Create one first under ‘Coupon Groups’."
      />
    </Field>
  )
}
