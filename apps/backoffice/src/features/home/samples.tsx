import { type Checklist, staffApi } from '@foyer/contract'
import { Button, Notice, notify } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { queryClient } from '../../data/queries.ts'
import { draftUrl, paths } from '../../routing/paths.ts'
import { Confirm } from '../../shared/confirm.tsx'

interface SamplesProps {
  organizer: string
  view: Checklist
  /** Stores the checklist as the server answered it. */
  onChanged: (view: Checklist) => void
}

/** Events to try the office out with, for a shop that has none; they are thrown away in one go. */
export function Samples({ organizer, view, onChanged }: SamplesProps) {
  const [isAsking, setAsking] = useState(false)
  /** Lists of events and venues are read again. */
  const changed = (next: Checklist) => {
    onChanged(next)
    void queryClient.invalidateQueries({ queryKey: ['organizer', organizer] })
  }
  const filling = useMutation({
    mutationFn: () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return callOf(organizer)(staffApi.createSamples, { body: { timeZone } })
    },
    onSuccess: changed,
  })
  if (view.samples.length === 0 && view.event !== null) return null
  if (view.samples.length === 0) {
    return (
      <section aria-labelledby="samples" className="rounded-lg border border-edge p-4 sm:p-5">
        <h2 id="samples" className="font-semibold">
          Look around first?
        </h2>
        <p className="mt-1 max-w-prose text-sm text-muted">
          Samples are a venue, an attraction with times for two weeks and a show for one night. They
          are drafts: buyers do not see them, and you throw them away in one go.
        </p>
        <Button className="mt-4" busy={filling.isPending} onClick={() => filling.mutate()}>
          Fill my shop with samples
        </Button>
        {filling.isError && (
          <Notice tone="danger" className="mt-4">
            {failureText(filling.error)}
          </Notice>
        )}
      </section>
    )
  }
  const throwAway = async () => {
    changed(await callOf(organizer)(staffApi.deleteSamples, {}))
    notify({ tone: 'success', title: 'The samples are gone' })
  }
  return (
    <section aria-labelledby="samples" className="rounded-lg border border-edge p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="samples" className="font-semibold">
          Your samples
        </h2>
        <Button onClick={() => setAsking(true)}>Throw the samples away</Button>
      </div>
      <ul className="mt-3 divide-y divide-edge border-y border-edge text-sm">
        {view.samples.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <Link {...paths.event(organizer, id)} className="link">
              {name}
            </Link>
            <a
              href={draftUrl(organizer, id)}
              target="_blank"
              rel="noreferrer"
              className="link text-muted"
            >
              See it as a buyer
              <span className="sr-only"> ({name}, opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Throw the samples away?"
        description="Both events are deleted with their tickets and dates, and Sample Hall unless an event of yours takes place there. Nothing else is touched. If a ticket of one was sold, nothing is deleted."
        action="Throw away"
        isDanger
        run={throwAway}
      />
    </section>
  )
}
