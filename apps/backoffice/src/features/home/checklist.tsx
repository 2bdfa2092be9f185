import type { Checklist as ChecklistView } from '@foyer/contract'
import { type ChecklistStep, checklistProgress, may, type Role } from '@foyer/domain'
import { buttonStyle, cx, Skeleton, SkeletonGroup } from '@foyer/ui'
import { ArrowRight, Check, ExternalLink, Lock } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { checklistQuery, queryClient } from '../../data/queries.ts'
import { draftUrl, paths } from '../../routing/paths.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { Samples } from './samples.tsx'
import { STEP_TEXTS, startOf } from './step-texts.ts'

interface ChecklistProps {
  organizer: { slug: string; role: Role }
}

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
      <Drafts organizer={organizer} drafts={view.drafts} />
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
  const { done, all } = checklistProgress(steps)
  const open = steps.filter(({ state }) => state !== 'done')
  if (isReady && open.length === 0 && event?.isOnSale) return <OnSale event={event.name} />
  return (
    <section aria-labelledby="checklist">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="checklist" className="font-display text-lg font-bold">
          {isReady ? (event?.isOnSale ? 'On sale' : 'Ready to sell') : 'Before sales can open'}
        </h2>
        <p className="figures text-sm text-muted">
          {isReady ? 'Nothing is missing' : `${done} of ${all} done`}
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
            link={
              may(role, STEP_TEXTS[step].permission) ? STEP_TEXTS[step].link(slug, event?.id) : null
            }
            draftUrl={step === 'publish' && event ? draftUrl(slug, event.id) : null}
          />
        ))}
      </ol>
    </section>
  )
}

/** Events that are prepared beside the one above, each with a link to what is next. */
function Drafts({
  organizer: { slug, role },
  drafts,
}: ChecklistProps & Pick<ChecklistView, 'drafts'>) {
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts" className="font-display text-lg font-bold">
        Also being prepared
      </h2>
      <ul className="mt-3 divide-y divide-edge border-y border-edge text-sm">
        {drafts.map(({ id, name, next }) => {
          const { title, link, permission } = STEP_TEXTS[next]
          const to = may(role, permission) ? link(slug, id) : null
          return (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 px-2 py-2.5"
            >
              <Link {...paths.event(slug, id)} className="link min-w-0 break-words">
                {name}
              </Link>
              <span className="text-muted">
                Next:{' '}
                {to ? (
                  <Link {...to} className="link text-text">
                    {title}
                    <span className="sr-only"> of {name}</span>
                  </Link>
                ) : (
                  title
                )}
              </span>
            </li>
          )
        })}
      </ul>
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
  const { title, done, missing } = STEP_TEXTS[step]
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

function summaryOf({ event }: ChecklistView, isReady: boolean): string {
  if (!isReady) return 'Each line leads to the screen where it is done.'
  if (event?.isOnSale) return `Buyers can buy tickets for ${event.name} now.`
  const name = event?.name ?? 'The event'
  if (event?.isPaused) return `Sales of ${name} are paused. Buyers see that they are.`
  if (event?.opensAt)
    return `Sales of ${name} open on ${startOf({ ...event, opensAt: event.opensAt })}.`
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
