import { ApiError } from '@foyer/contract'
import { Button, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText, refusedFields } from '../../data/failure-text.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { BulkPreviewText, startLabel } from './bulk-preview.tsx'
import { DatesSkeleton } from './dates-skeleton.tsx'
import {
  type DatesInfo,
  datesQuery,
  type EventRef,
  type PlannedChange,
  previewQuery,
  startChange,
} from './queries.ts'
import { RepeatDays } from './repeat-days.tsx'
import { RepeatSales } from './repeat-sales.tsx'
import { RepeatTimes } from './repeat-times.tsx'
import { newValues, type RepeatValues, scheduleOf } from './repeat-values.ts'

interface RepeatScreenProps {
  organizer: string
  eventId: string
  /** Shows the list, where the progress is. */
  onStarted: () => void
}

/** Dates by a rule: days, times, capacity and prices, with a preview that follows what is typed. */
export function RepeatScreen({ organizer, eventId, onStarted }: RepeatScreenProps) {
  const ref = useMemo(() => ({ organizer, eventId }), [organizer, eventId])
  const info = useQuery(datesQuery(ref))
  if (info.isPending) return <DatesSkeleton />
  if (info.isError) {
    return (
      <FetchFailed
        what="The event"
        error={info.error}
        onRetry={() => void info.refetch()}
        isRetrying={info.isFetching}
      />
    )
  }
  return <RepeatForm reference={ref} info={info.data} onStarted={onStarted} />
}

/** Typing pauses this long before what it means is worked out. */
const PAUSE_MS = 350

function RepeatForm({
  reference,
  info,
  onStarted,
}: {
  reference: EventRef
  info: DatesInfo
  onStarted: () => void
}) {
  const [values, setValues] = useState(() => newValues(info))
  const [isChecked, setChecked] = useState(false)
  // The number of dates on the button when it was pressed before the preview was up to date.
  const [pressed, setPressed] = useState<number | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const settled = usePause(values)
  const read = useMemo(() => scheduleOf(settled, info), [settled, info])
  const change = useMemo(
    (): PlannedChange | null =>
      'schedule' in read ? { kind: 'create', schedule: read.schedule } : null,
    [read],
  )
  const preview = useQuery({
    ...previewQuery(reference, change),
    placeholderData: keepPreviousData,
  })
  const start = useMutation({
    mutationFn: async (digest: string) => {
      if (change) await startChange(reference, change, digest)
    },
    onSuccess: onStarted,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void preview.refetch()
    },
  })
  // What the server refused, at its field: 'schedule.rule'.
  const refused = Object.fromEntries(
    refusedFields(preview.error).map(({ field, message }) => [
      field.replace(/^.*schedule\./, ''),
      message,
    ]),
  )
  const typed = 'problems' in read ? read.problems : {}
  const problems = { ...(isChecked ? typed : {}), ...refused }
  const isCurrent = settled === values && !preview.isFetching
  const part = {
    info,
    values,
    problems,
    onChange: (next: Partial<RepeatValues>) => {
      setPressed(null)
      setValues({ ...values, ...next })
    },
  }
  const shown = preview.data?.sessions ?? 0
  const submit = () => {
    setChecked(true)
    if (change && preview.data && shown > 0) {
      if (isCurrent) start.mutate(preview.data.digest)
      else setPressed(shown)
      return
    }
    // The first field that needs a change takes the focus.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0)
  }
  useEffect(() => {
    if (pressed === null || !isCurrent) return
    setPressed(null)
    // Another number than the button had is shown first, and started by another press.
    if (change && preview.data && preview.data.sessions === pressed)
      start.mutate(preview.data.digest)
  }, [pressed, isCurrent, change, preview.data, start.mutate])
  return (
    <form
      ref={form}
      noValidate
      aria-label="Repeating dates"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-9">
        <RepeatDays {...part} />
        <RepeatTimes {...part} />
        <RepeatSales {...part} />
      </div>
      <section
        aria-label="Preview"
        aria-busy={!isCurrent && change !== null}
        className="h-fit rounded-lg border border-edge p-5 xl:sticky xl:top-6"
      >
        <h2 className="mb-3 font-display text-lg font-bold">What this makes</h2>
        {change === null && (
          <p className="text-sm text-muted">
            {settled.to
              ? Object.values(typed)[0]
              : 'Choose a last day and times; what they make appears here.'}
          </p>
        )}
        {change && preview.isPending && (
          <SkeletonGroup label="Working out the dates" className="flex flex-col gap-3">
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-24 w-full" />
          </SkeletonGroup>
        )}
        {change && preview.isError && <Notice tone="danger">{failureText(preview.error)}</Notice>}
        {change && preview.data && !preview.isError && (
          <BulkPreviewText preview={preview.data} info={info} />
        )}
        {start.isError && (
          <Notice tone="danger" className="mt-4">
            {failureText(start.error)}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="mt-5 w-full"
          busy={start.isPending || pressed !== null}
          disabledReason={
            change && preview.data?.sessions === 0 ? 'No date would be created.' : undefined
          }
        >
          {change && preview.data && !preview.isError ? startLabel(preview.data) : 'Create dates'}
        </Button>
      </section>
    </form>
  )
}

/** The value as it was when typing last paused. */
function usePause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
