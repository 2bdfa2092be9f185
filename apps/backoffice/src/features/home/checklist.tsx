import { type Checklist as ChecklistView, staffApi } from '@foyer/contract'
import { type ChecklistStep, may, type Permission, type Role } from '@foyer/domain'
import { buttonStyle, cx, Skeleton, SkeletonGroup } from '@foyer/ui'
import { ArrowRight, Check, ExternalLink, Lock } from '@foyer/ui/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { draftUrl, paths } from '../../routing/paths.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { startText } from '../../shared/time.ts'
import { Samples } from './samples.tsx'

interface ChecklistProps {
  organizer: { slug: string; role: Role }
}

const checklistQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'checklist'],
    queryFn: () => callOf(organizer)(staffApi.getChecklist, {}),
    // What it counts is changed on other screens, and by other people.
    staleTime: 0,
  })

/** What is missing before buyers can buy a ticket, and samples for a shop without events. */
export function Checklist({ organizer }: ChecklistProps) {
  const { slug, role } = organizer
  const checklist = useQuery(checklistQuery(slug))
  if (checklist.isPending) return <ChecklistSkeleton />
  if (checklist.isError) {
    return (
      <FetchFailed
        what="The checklist"
        error={checklist.error}
        onRetry={() => void checklist.refetch()}
        isRetrying={checklist.isFetching}
      />
    )
  }
  const view = checklist.data
  return (
    <>
      <Steps organizer={organizer} view={view} />
      {may(role, 'catalog.change') && (
        <Samples
          organizer={slug}
          view={view}
          onChanged={(next) => queryClient.setQueryData(checklistQuery(slug).queryKey, next)}
        />
      )}
    </>
  )
}

/** Each line leads to the screen where the step is done. */
function Steps({ organizer: { slug, role }, view }: ChecklistProps & { view: ChecklistView }) {
  const { steps, event } = view
  const isReady = steps.every(({ state }) => state === 'done' || state === 'advised')
  const needed = steps.filter(({ state }) => state !== 'advised')
  const done = needed.filter(({ state }) => state === 'done').length
  const open = steps.filter(({ state }) => state !== 'done')
  if (isReady && open.length === 0 && event?.isOnSale) return <OnSale event={event.name} />
  return (
    <section aria-labelledby="checklist">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="checklist" className="font-display text-lg font-bold">
          {isReady ? (event?.isOnSale ? 'On sale' : 'Ready to sell') : 'Before sales can open'}
        </h2>
        <p className="figures text-sm text-muted">
          {isReady ? 'Nothing is missing' : `${done} of ${needed.length} done`}
        </p>
      </div>
      <p className="mt-1 max-w-prose text-sm text-muted">{summaryOf(view, isReady)}</p>
      <ol className="mt-3 divide-y divide-edge border-y border-edge">
        {(isReady ? open : steps).map(({ step, state }) => (
          <Step
            key={step}
            view={view}
            step={step}
            state={state}
            link={may(role, TEXTS[step].permission) ? TEXTS[step].link(slug, event?.id) : null}
            draftUrl={step === 'publish' && event ? draftUrl(slug, event.id) : null}
          />
        ))}
      </ol>
    </section>
  )
}

function OnSale({ event }: { event: string }) {
  return (
    <p className="flex items-center gap-2 text-sm">
      <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
      {event} is on sale, and nothing is missing.
    </p>
  )
}

interface StepProps {
  view: ChecklistView
  step: ChecklistStep
  state: ChecklistView['steps'][number]['state']
  link: LinkProps | null
  /** Where the event is seen as a buyer will; null on the other steps. */
  draftUrl: string | null
}

function Step({ view, step, state, link, draftUrl: preview }: StepProps) {
  const { title, done, missing } = TEXTS[step]
  const isDone = state === 'done'
  const isBlocked = state === 'blocked'
  const content = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border',
          isDone ? 'border-success bg-success text-ground' : 'border-muted',
          isBlocked && 'border-edge text-muted',
        )}
      >
        {isDone && <Check className="size-3.5" />}
        {isBlocked && <Lock className="size-3" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-sm', isDone ? 'text-muted' : 'font-semibold')}>
          {title}
          {state === 'advised' && <span className="ms-2 font-normal text-muted">Optional</span>}
          <span className="sr-only">{isDone ? ' (done)' : isBlocked ? ' (later)' : ''}</span>
        </span>
        <span className="block text-sm text-muted">{isDone ? done(view) : missing(view)}</span>
      </span>
    </>
  )
  return (
    <li className="flex flex-wrap items-start">
      {link && !isBlocked ? (
        <Link
          {...link}
          className="group flex min-w-0 flex-1 gap-3 px-2 py-3 transition-colors hover:bg-hover"
        >
          {content}
          <ArrowRight
            aria-hidden="true"
            className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
          />
        </Link>
      ) : (
        <div className="flex min-w-0 flex-1 gap-3 px-2 py-3">{content}</div>
      )}
      {preview && !isDone && !isBlocked && (
        <a
          href={preview}
          target="_blank"
          rel="noreferrer"
          className={cx(buttonStyle('quiet'), 'my-2 shrink-0')}
        >
          See it as a buyer
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </li>
  )
}

interface StepTexts {
  title: string
  done: (view: ChecklistView) => string
  missing: (view: ChecklistView) => string
  /** The screen that does the step; null while there is nothing to do it on. */
  link: (organizer: string, eventId: string | undefined) => LinkProps | null
  /** Who may do it. */
  permission: Permission
}

const nameOf = ({ event }: ChecklistView) => event?.name ?? 'The event'

const DATES_MISSING = {
  none: 'Add the dates on which people come.',
  past: 'All dates are in the past. Add one that is to come.',
  unsold: 'No date to come sells a ticket: one needs a ticket with a price, and room for it.',
  sold: '',
} as const

const TEXTS: Readonly<Record<ChecklistStep, StepTexts>> = {
  venue: {
    title: 'Add the venue',
    done: () => 'Where people come to is known.',
    missing: () => 'Its address is on every ticket, and its time zone decides every date.',
    link: (organizer) => paths.newVenue(organizer),
    permission: 'catalog.change',
  },
  event: {
    title: 'Create an event',
    done: (view) => nameOf(view),
    missing: () => 'A show for one night, or an attraction for a season.',
    link: (organizer, eventId) =>
      eventId ? paths.event(organizer, eventId) : paths.newEvent(organizer),
    permission: 'catalog.change',
  },
  tickets: {
    title: 'Add a ticket',
    done: (view) => `${nameOf(view)} has tickets to choose from.`,
    missing: () => 'For example Adult and Child, each with its price.',
    link: (organizer, eventId) => (eventId ? paths.eventTickets(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  dates: {
    title: 'Add dates with room and prices',
    done: (view) => `${nameOf(view)} has dates to come that sell tickets.`,
    missing: ({ event }) => DATES_MISSING[event?.dates ?? 'none'],
    link: (organizer, eventId) => (eventId ? paths.dates(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  publish: {
    title: 'Publish the event',
    done: (view) => `Everybody can see ${nameOf(view)} in the shop.`,
    missing: ({ event }) =>
      event
        ? `${event.name} is a draft: nobody outside the team sees it.`
        : 'Until then nobody outside the team sees it.',
    link: (organizer, eventId) => (eventId ? paths.event(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  payments: {
    title: 'Say where the money goes',
    done: ({ payments }) =>
      payments === 'live' ? 'Buyers pay with real cards.' : 'Buyers pay with test cards.',
    missing: () => 'Connect the account that is paid for your tickets.',
    link: (organizer) => paths.money(organizer),
    permission: 'money.read',
  },
  live_payments: {
    title: 'Take real payments',
    done: () => 'Cards are charged.',
    missing: () => 'Payments are tests: no card is charged, and no money moves.',
    link: (organizer) => paths.money(organizer),
    permission: 'money.read',
  },
  logo: {
    title: 'Add your logo',
    done: () => 'Pages, mails and tickets have it.',
    missing: () => 'Pages, mails and tickets carry it. Until then they carry the mark of Foyer.',
    link: (organizer) => paths.look(organizer),
    permission: 'settings.change',
  },
}

function summaryOf({ event }: ChecklistView, isReady: boolean): string {
  if (!isReady) return 'Each line leads to the screen where it is done.'
  if (event?.isOnSale) return `Buyers can buy tickets for ${event.name} now.`
  const name = event?.name ?? 'The event'
  if (event?.isPaused) return `Sales of ${name} are paused. Buyers see that they are.`
  if (event?.opensAt) return `Sales of ${name} open on ${startText(event.opensAt)}.`
  return `${name} has all it needs. Its sales windows decide when buyers can buy.`
}

function ChecklistSkeleton() {
  return (
    <SkeletonGroup label="Loading the checklist" className="flex flex-col gap-3">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </SkeletonGroup>
  )
}
