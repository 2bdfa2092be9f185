import { addDays, localDateOf } from '@foyer/domain'
import { Button, Field, TextInput } from '@foyer/ui'
import type { ReportSearch } from '../../../routing/search.ts'

interface ReportSpanProps {
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
  timeZone: string
}

/** Whether the days are chosen the wrong way round. */
export const isTurned = ({ from, to }: ReportSearch): boolean =>
  from !== undefined && to !== undefined && from > to

/** The days whose orders a report counts; without any, all of them. */
export function ReportSpanFields({ search, onSearch, timeZone }: ReportSpanProps) {
  const lastDays = (days: number) => {
    const to = localDateOf(new Date(), timeZone)
    onSearch({ from: addDays(to, 1 - days), to })
  }
  return (
    <form
      aria-label="Days of the report"
      onSubmit={(event) => event.preventDefault()}
      className="mb-8"
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid w-full grid-cols-2 items-start gap-3 sm:w-auto sm:grid-cols-[11rem_11rem]">
          <Field label="First day">
            <TextInput
              type="date"
              value={search.from ?? ''}
              onChange={({ target }) => onSearch({ ...search, from: target.value || undefined })}
            />
          </Field>
          <Field
            label="Last day"
            error={isTurned(search) ? 'Must not be before the first day' : undefined}
          >
            <TextInput
              type="date"
              value={search.to ?? ''}
              onChange={({ target }) => onSearch({ ...search, to: target.value || undefined })}
            />
          </Field>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => lastDays(7)}>Last 7 days</Button>
          <Button onClick={() => lastDays(30)}>Last 30 days</Button>
          <Button
            variant="quiet"
            disabled={!search.from && !search.to}
            onClick={() => onSearch({})}
          >
            All time
          </Button>
        </div>
      </div>
      <p className="mt-2 text-xs text-muted">
        Orders count on the day of their purchase, by the clocks of {timeZone.replaceAll('_', ' ')}.
      </p>
    </form>
  )
}
