import { staffApi } from '@foyer/contract'
import { Button, Disclosure, Notice } from '@foyer/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import {
  type Bulk,
  bulkQuery,
  type DatesInfo,
  datesChanged,
  type EventRef,
  isRunning,
} from './queries.ts'
import { counted, KIND_TEXTS, numberText, problemText, startText } from './texts.ts'

interface BulkBannerProps {
  reference: EventRef
  info: DatesInfo
  mayChange: boolean
}

/** How long the outcome of a change stays on the page. */
const SHOWN_MS = 10 * 60_000

/** The change of many dates that is running or has just ended: how far it is, and the way to stop it. */
export function BulkBanner({ reference, info, mayChange }: BulkBannerProps) {
  const changes = useQuery(bulkQuery(reference))
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [latest] = changes.data?.changes ?? []
  const position = latest ? `${latest.id} ${latest.state}` : ''
  const shown = useRef('')
  useEffect(() => {
    // The list shows the dates as they are once a change has ended, also one that had when first seen.
    if (shown.current !== position) void datesChanged(reference)
    shown.current = position
  }, [position, reference])
  if (!latest || latest.id === dismissed) return null
  const isOld = latest.finishedAt !== null && Date.now() - Date.parse(latest.finishedAt) > SHOWN_MS
  if (isOld) return null
  return (
    <Banner
      reference={reference}
      info={info}
      change={latest}
      mayChange={mayChange}
      onDismiss={() => setDismissed(latest.id)}
    />
  )
}

function Banner({
  reference,
  info,
  change,
  mayChange,
  onDismiss,
}: BulkBannerProps & { change: Bulk; onDismiss: () => void }) {
  const act = useMutation({
    mutationFn: async (endpoint: 'stop' | 'continue') => {
      const params = { bulkChangeId: change.id }
      const call = callOf(reference.organizer)
      if (endpoint === 'stop') await call(staffApi.stopBulkChange, { params })
      else await call(staffApi.continueBulkChange, { params })
      await datesChanged(reference)
    },
  })
  const { total, position, refused, state, problems } = change
  const texts = KIND_TEXTS[change.kind]
  const done = position - refused
  return (
    <section aria-label="Change of many dates" className="rounded-lg border border-edge p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold" role="status">
            {isRunning(change) ? texts.running : titleOf(change)}
          </p>
          <p className="figures mt-0.5 text-sm text-muted">
            {numberText(done)} of {counted(total, 'date')} {texts.done}
            {refused > 0 && `, ${numberText(refused)} could not be`}
            {state === 'stopped' && '. These stay so; the rest is as it was.'}
            {state === 'failed' && '. These stay so; the rest cannot be done.'}
          </p>
        </div>
        {mayChange && isRunning(change) && (
          <Button
            onClick={() => act.mutate('stop')}
            busy={act.isPending}
            disabledReason={state === 'stopping' ? 'It stops in a moment.' : undefined}
          >
            Stop
          </Button>
        )}
        {mayChange && state === 'stopped' && (
          <Button onClick={() => act.mutate('continue')} busy={act.isPending}>
            Go on
          </Button>
        )}
        {!isRunning(change) && (
          <Button variant="ghost" onClick={onDismiss}>
            Hide
          </Button>
        )}
      </div>
      <progress
        aria-label={texts.running}
        max={total}
        value={position}
        className="progress-line mt-3"
      />
      {act.isError && (
        <Notice tone="danger" className="mt-3">
          {failureText(act.error)}
        </Notice>
      )}
      {problems.length > 0 && (
        <Disclosure
          className="mt-2 text-sm"
          summary={
            <span className="text-sm">Why {counted(refused || 1, 'date')} could not be</span>
          }
        >
          <ul className="flex flex-col gap-1.5 pb-2">
            {problems.map(({ startsAt, problem }) => (
              <li key={startsAt}>
                <span className="figures font-semibold">
                  {startsAt && startText(startsAt, info.timeZone)}
                </span>{' '}
                {problemText(problem)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

function titleOf({ state, kind }: Bulk): string {
  const { done } = KIND_TEXTS[kind]
  if (state === 'stopped') return 'Stopped'
  return state === 'failed' ? `Not all dates could be ${done}` : `All done: dates ${done}`
}
