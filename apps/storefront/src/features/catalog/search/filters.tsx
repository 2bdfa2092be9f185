import type { EventPage } from '@foyer/contract'
import { Button, cx, Field, SelectInput, TextInput } from '@foyer/ui'
import { ChevronDown } from '@foyer/ui/icons'
import { useEffect, useRef, useState } from 'react'
import { filterCount, type ListSearch, readListSearch } from '../../../routing/list-search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { type FilterOption, filterOptions } from './filter-options.ts'
import { NO_FILTERS } from './use-list-search.ts'

interface FiltersProps {
  search: ListSearch
  facets: EventPage['facets'] | undefined
  onChange: (part: ListSearch) => void
}

const PANEL = 'event-filters'

/** Side by side on wide screens; behind a button on a phone, so that the events come first. */
export function Filters({ search, facets, onChange }: FiltersProps) {
  const { tenant } = useApp()
  const [isOpen, setOpen] = useState(false)
  const options = filterOptions(facets, search, tenant)
  const { category, city, from, to, maxPrice } = search
  const count = filterCount(search)
  // Input of a field is read like the same value in the address.
  const set = (name: keyof ListSearch) => (value: string) =>
    onChange({ [name]: readListSearch({ ...search, [name]: value })[name] })
  // A date replaces 'Today' and 'This weekend'.
  const setDate = (name: 'from' | 'to') => (value: string) => {
    const { from: first, to: last } = readListSearch({ ...search, [name]: value })
    onChange({ from: first, to: last, day: undefined })
  }
  return (
    <div>
      <Button
        className="w-full md:hidden"
        aria-expanded={isOpen}
        aria-controls={PANEL}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{count > 0 && ` (${count})`}
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4 transition-[rotate]', isOpen && 'rotate-180')}
        />
      </Button>
      <div
        id={PANEL}
        className={cx(
          'mt-4 grid-cols-2 items-end gap-3 md:mt-0 md:grid md:grid-cols-3 lg:grid-cols-6',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        <Choice
          label="Category"
          any="Any category"
          value={category}
          options={options.category}
          onChange={set('category')}
        />
        <Choice
          label="City"
          any="Any city"
          value={city}
          options={options.city}
          onChange={set('city')}
        />
        <DateField label="From" value={from ?? ''} onChange={setDate('from')} />
        <DateField label="To" value={to ?? ''} min={from} onChange={setDate('to')} />
        <Choice
          label="Price"
          any="Any price"
          value={maxPrice}
          options={options.maxPrice}
          onChange={set('maxPrice')}
        />
        <Choice
          label="Sort by"
          any={search.q ? 'Best match' : 'Date'}
          value={search.sort}
          options={search.q ? [BY_DATE, ...SORTS] : SORTS}
          onChange={set('sort')}
        />
        {count > 0 && (
          <Button className="col-span-full justify-self-start" onClick={() => onChange(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  )
}

const BY_DATE = { value: 'date', label: 'Date' }
const SORTS: readonly FilterOption[] = [
  { value: 'price', label: 'Price, lowest first' },
  { value: 'name', label: 'Name' },
]

interface ChoiceProps {
  label: string
  /** Label of the empty choice. */
  any: string
  value: string | undefined
  options: readonly FilterOption[]
  onChange: (value: string) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <SelectInput
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

interface DateFieldProps {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  min?: string | undefined
  onChange: (value: string) => void
}

/** While a year is typed, the value passes through 0002, 0020 and 0202. */
const EARLIEST = '2000'

/**
 * A day to filter by. The field is uncontrolled: setting it while the buyer types would move the
 * cursor.
 */
function DateField({ label, value, min, onChange }: DateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return (
    <Field label={label}>
      <TextInput
        ref={field}
        type="date"
        defaultValue={value}
        min={min}
        onChange={({ currentTarget: { value: given } }) => {
          if (given === '' || given >= EARLIEST) onChange(given)
        }}
        // The native picker button takes the focus inside the field, which would show no focus
        // ring.
        className="px-2.5 focus-within:outline-3 focus-within:outline-focus sm:px-3.5"
      />
    </Field>
  )
}
