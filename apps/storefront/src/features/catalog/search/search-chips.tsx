import type { EventPage } from '@foyer/contract'
import { categoryLabel, NEAR_DAY_NAMES } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { useEffect, useRef } from 'react'
import { Link } from '../../../routing/link.tsx'
import type { ListSearch } from '../../../routing/list-search.ts'
import { paths } from '../../../routing/paths.ts'

interface SearchChipsProps {
  facets: EventPage['facets'] | undefined
  /** What the list is narrowed by; empty on other pages. */
  search?: ListSearch
  className?: string
}

/** The row's own, in px. */
const MARGIN = 16

/** Cities beyond these are in the filters. */
const MOST_CITIES = 6

const DAYS = { today: 'Today', weekend: 'This weekend' } as const

/**
 * The choices that people think in. Each leads to the list with it, or to the list without it if it
 * is chosen. They are links, so they work without script, and an address can be copied from each.
 */
export function SearchChips({ facets, search = {}, className }: SearchChipsProps) {
  const row = useRef<HTMLUListElement>(null)
  const { day, category, city, maxPrice } = search
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another choice
  useEffect(() => {
    // On a phone a chosen chip may be beyond the edge of the row.
    const chosen = row.current?.querySelector('[aria-current]')?.parentElement
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - MARGIN
  }, [day, category, city, maxPrice])
  return (
    <ul
      ref={row}
      // A browser leaves a focused chip half outside the row.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className={cx('chip-row', className)}
      aria-label="Popular searches"
    >
      {chipsOf(facets, search).map((chip) => (
        <li key={chip.label}>
          <Chip {...chip} search={search} />
        </li>
      ))}
    </ul>
  )
}

interface ChipChoice {
  label: string
  name: 'day' | 'maxPrice' | 'category' | 'city'
  value: string
}

function Chip({ label, name, value, search }: ChipChoice & { search: ListSearch }) {
  const isChosen = search[name] === value
  const next = {
    ...search,
    // 'Today' replaces chosen dates.
    ...(name === 'day' ? { from: undefined, to: undefined } : {}),
    [name]: isChosen ? undefined : value,
    shown: undefined,
  }
  return (
    <Link
      {...paths.eventSearch(next)}
      resetScroll={false}
      aria-current={isChosen ? 'true' : undefined}
      className="chip"
    >
      {label}
      {isChosen && (
        <>
          <span className="sr-only"> (remove)</span>
          <X aria-hidden="true" className="size-4" />
        </>
      )}
    </Link>
  )
}

/** Only choices that find something, and those that are chosen. Days are not counted. */
function chipsOf(facets: EventPage['facets'] | undefined, search: ListSearch): ChipChoice[] {
  const { categories = [], cities = [], prices = [], anyPrice = 0 } = facets ?? {}
  const free = prices.find(({ value }) => value === 0)?.count ?? 0
  const hasFree = search.maxPrice === '0' || (free > 0 && free < anyPrice)
  return [
    ...NEAR_DAY_NAMES.map((value) => ({ label: DAYS[value], name: 'day' as const, value })),
    ...(hasFree ? [{ label: 'Free', name: 'maxPrice' as const, value: '0' }] : []),
    ...categories
      .filter(({ value }) => value !== 'other')
      .map(({ value }) => ({ label: categoryLabel(value), name: 'category' as const, value })),
    ...(cities.length > 1 ? cities.slice(0, MOST_CITIES) : []).map(({ value }) => ({
      label: value,
      name: 'city' as const,
      value,
    })),
  ]
}
