import { type OfficeEventSales, type OfficeSessionSales, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { FetchFailed } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { MINUTES, RULE_LABELS, TIME } from './event-rules-form.tsx'
import { refetchSales, sessionsQuery } from './sales-queries.ts'
import {
  cutoffText,
  momentText,
  needsMinutes,
  readCurrent,
  SALES_ENDS,
  sessionSchema,
  sessionValues,
  windowText,
} from './sales-values.ts'

interface SessionsProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

/** Dates with a window or a cut-off of their own; all dates to come on request. */
export function SessionsSection({ organizer, sales, mayChange }: SessionsProps) {
  const [isOwn, setOwn] = useState(true)
  const [edited, setEdited] = useState<OfficeSessionSales | null>(null)
  const list = useInfiniteQuery(sessionsQuery(organizer, sales.eventId, isOwn))
  const sessions = list.data?.pages.flatMap((page) => page.sessions) ?? []
  const close = () => setEdited(null)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3 text-sm">
        <p className="flex-1 text-muted">
          {isOwn ? ownText(sales.ownSessions) : 'All dates to come'}
        </p>
        <Button variant="quiet" aria-pressed={!isOwn} onClick={() => setOwn(!isOwn)}>
          {isOwn ? 'Show all dates' : 'Show only those'}
        </Button>
      </div>
      {list.isError && !list.data && (
        <FetchFailed
          what="The dates"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {!isOwn && list.data && sessions.length === 0 && (
        <p className="text-sm text-muted">No date is to come. Add dates first, under ‘Dates’.</p>
      )}
      {sessions.length > 0 && (
        <ul aria-label="Dates" className="divide-y divide-edge rounded-lg border border-edge">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <div className="min-w-0 flex-1 basis-44 text-sm">
                <p className="figures font-semibold">
                  {momentText(session.startsAt, sales.timeZone)}
                  {session.name && (
                    <span className="font-normal text-muted"> · {session.name}</span>
                  )}
                </p>
                <p className="text-muted">{describe(session, sales.timeZone)}</p>
              </div>
              {mayChange && (
                <Button variant="quiet" onClick={() => setEdited(session)}>
                  Edit
                  <span className="sr-only"> {momentText(session.startsAt, sales.timeZone)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="mt-4"
          onClick={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
        >
          Show more dates
        </Button>
      )}
      <Dialog
        open={edited !== null}
        onClose={close}
        title={edited ? momentText(edited.startsAt, sales.timeZone) : ''}
        description="What you leave empty follows the event."
        wide
      >
        {edited && (
          <SessionForm
            key={edited.id}
            onClose={close}
            organizer={organizer}
            sales={sales}
            session={edited}
          />
        )}
      </Dialog>
    </>
  )
}

const ownText = (dates: number): string => {
  if (dates === 0) return 'Every date follows the event.'
  return `${dates} ${dates === 1 ? 'date has rules of its own' : 'dates have rules of their own'}`
}

function describe({ rules, isClosed }: OfficeSessionSales, timeZone: string): string {
  const { cutoffMinutes } = rules
  const parts = [
    isClosed && 'closed',
    windowText(rules, timeZone),
    cutoffMinutes !== null && cutoffText(cutoffMinutes),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'as the event'
}

function SessionForm({
  onClose,
  organizer,
  sales: { eventId, timeZone },
  session,
}: {
  onClose: () => void
  organizer: string
  sales: OfficeEventSales
  session: OfficeSessionSales
}) {
  const schema = useMemo(() => sessionSchema(timeZone), [timeZone])
  const form = useOfficeForm({
    schema,
    values: sessionValues(session, timeZone),
    problems: {
      opensAt: TIME,
      closesAt: TIME,
      salesEnd: 'Choose when sales end.',
      endMinutes: MINUTES,
    },
    send: async (body) => {
      const params = { eventId, sessionId: session.id }
      await callOf(organizer)(staffApi.changeSessionSales, { params, body })
      await refetchSales(organizer, eventId)
      notify({ tone: 'success', title: 'Saved' })
      onClose()
    },
    shared: { valuesOf: (current) => readCurrent.session(current, timeZone), labels: RULE_LABELS },
  })
  return (
    <Form
      form={form}
      label="Sales of this date"
      submit="Save"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="opensAt"
          label="Sales start"
          type="datetime-local"
          mark="optional"
        />
        <TextField
          form={form}
          name="closesAt"
          label="Sales end"
          type="datetime-local"
          mark="optional"
        />
        <SelectField form={form} name="salesEnd" label="Sales of this date end">
          {Object.entries(SALES_ENDS).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </SelectField>
        {needsMinutes(form.watch('salesEnd')) && (
          <TextField form={form} name="endMinutes" label="Minutes" inputMode="numeric" />
        )}
      </div>
    </Form>
  )
}
