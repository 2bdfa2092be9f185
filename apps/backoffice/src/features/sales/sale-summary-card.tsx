import { type OfficeEventSales, staffApi } from '@foyer/contract'
import type { SalesPhase } from '@foyer/domain'
import { Badge, Button, Dialog, notify, Surface, type Tone } from '@foyer/ui'
import { Pause, Play } from '@foyer/ui/icons'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchSales, storeSales } from './sales-queries.ts'
import { longMoment } from './sales-values.ts'

interface SummaryProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

const STATES: Record<SalesPhase | 'none', { label: string; tone: Tone }> = {
  on_sale: { label: 'On sale', tone: 'success' },
  not_started: { label: 'Not started', tone: 'neutral' },
  with_code: { label: 'With a code alone', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'warning' },
  ended: { label: 'Ended', tone: 'neutral' },
  none: { label: 'Nothing to sell', tone: 'neutral' },
}

/** What buyers see now and next, in the words of the server, and the button that pauses it. */
export function SaleSummaryCard({ organizer, sales, mayChange }: SummaryProps) {
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null)
  const close = () => setAsked(null)
  /** The question says how many tickets are held, which changes while the screen is open. */
  const askToPause = () => {
    setAsked('pause')
    void refetchSales(organizer, sales.eventId)
  }
  const { summary, state, pause, timeZone } = sales
  const { label, tone } = STATES[state ?? 'none']
  return (
    <Surface className="grid gap-5 p-5 light:inset-ring light:inset-ring-edge lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <section aria-label="What buyers see now">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="font-display text-lg font-bold">What buyers see now</h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className="mt-3 grid max-w-prose gap-1.5 text-sm">
          {summary.now.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {mayChange && (
          <div className="mt-4">
            {pause ? (
              <Button variant="primary" onClick={() => setAsked('resume')}>
                <Play aria-hidden="true" className="size-4" />
                Resume sales
              </Button>
            ) : (
              <Button onClick={askToPause}>
                <Pause aria-hidden="true" className="size-4" />
                Pause sales
              </Button>
            )}
          </div>
        )}
      </section>
      <section aria-label="What changes next">
        <h2 className="font-display text-lg font-bold">Next</h2>
        {summary.next.length === 0 ? (
          <p className="mt-3 text-sm text-muted">Nothing changes by itself.</p>
        ) : (
          <ol className="mt-3 grid gap-2.5 text-sm">
            {summary.next.map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <span className="block">{text}</span>
                <time dateTime={at} className="figures block text-muted">
                  {longMoment(at, timeZone)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </section>
      <PauseDialog open={asked === 'pause'} onClose={close} organizer={organizer} sales={sales} />
      <Confirm
        open={asked === 'resume'}
        onClose={close}
        title="Resume sales?"
        description="Buyers whose page is open see it within a second, and everything is sold again by its windows."
        action="Resume sales"
        run={async () => {
          const params = { eventId: sales.eventId }
          storeSales(organizer, await callOf(organizer)(staffApi.resumeSales, { params }))
          notify({ tone: 'success', title: 'Sales are resumed' })
        }}
      />
    </Surface>
  )
}

interface PauseProps {
  open: boolean
  onClose: () => void
  organizer: string
  sales: OfficeEventSales
}

function PauseDialog({ open, onClose, organizer, sales }: PauseProps) {
  const held = sales.heldTickets
  const holders =
    held === 0
      ? 'Nobody holds tickets at the moment.'
      : `${held} ${held === 1 ? 'ticket is' : 'tickets are'} held at the moment: ${held === 1 ? 'it' : 'they'} can still be paid.`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pause the sales of this event?"
      description={`Nothing new can be put into a cart, in any process, at once. ${holders} Orders, tickets and the page of the event stay as they are.`}
    >
      {open && <PauseForm onClose={onClose} organizer={organizer} eventId={sales.eventId} />}
    </Dialog>
  )
}

const pauseSchema = z.object({
  note: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim() || null),
    ),
    staffApi.pauseSales.body.shape.note,
  ),
})

function PauseForm({
  onClose,
  organizer,
  eventId,
}: {
  onClose: () => void
  organizer: string
  eventId: string
}) {
  const form = useOfficeForm({
    schema: pauseSchema,
    values: { note: '' },
    problems: { note: 'At most 300 characters.' },
    send: async (body) => {
      const params = { eventId }
      storeSales(organizer, await callOf(organizer)(staffApi.pauseSales, { params, body }))
      notify({ tone: 'success', title: 'Sales are paused' })
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label="Pause sales"
      submit="Pause sales"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextAreaField
        form={form}
        name="note"
        label="What buyers read"
        mark="optional"
        hint="Such as: We are moving to a larger hall. Sales go on tomorrow at noon."
      />
    </Form>
  )
}
