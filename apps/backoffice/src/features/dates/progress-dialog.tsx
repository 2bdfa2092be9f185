import { type DisruptionProgress, type ListedSession, staffApi } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, Dialog, Notice, Skeleton } from '@foyer/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { type DatesInfo, type EventRef, progressQuery } from './queries.ts'
import { counted, numberText, startText } from './texts.ts'

export interface SessionDialogProps {
  reference: EventRef
  info: DatesInfo
  session: ListedSession
  open: boolean
  onClose: () => void
}

/** How far the mails and refunds are after a date was moved or called off, and the way to stop them. */
export function ProgressDialog(props: SessionDialogProps) {
  const { session, info, open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title="Refunds and answers"
      description={startText(session.startsAt, info.timeZone)}
    >
      {open && <Progress {...props} />}
    </Dialog>
  )
}

function Progress({ reference: { organizer }, info, session, onClose }: SessionDialogProps) {
  const query = progressQuery(organizer, session.id)
  const read = useQuery(query)
  const client = useQueryClient()
  const act = useMutation({
    mutationFn: async (what: 'stop' | 'continue') => {
      const params = { sessionId: session.id }
      const call = callOf(organizer)
      return what === 'stop'
        ? call(staffApi.stopDisruption, { params })
        : call(staffApi.continueDisruption, { params })
    },
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  })
  if (read.isPending) return <Skeleton className="h-40 w-full rounded-md" />
  if (read.isError) {
    return (
      <FetchFailed
        what="The progress"
        error={read.error}
        onRetry={() => void read.refetch()}
        isRetrying={read.isFetching}
      />
    )
  }
  const progress = read.data.disruption
  if (!progress) return <Notice>This date was neither moved nor called off.</Notice>
  const { settled, open, failed, refunds, problems, stoppedAt } = progress
  const amount = (minor: number) => formatAmount(minor, info.currency)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="font-semibold" role="status">
          {titleOf(progress)}
        </p>
        <progress
          aria-label="Orders that are settled"
          max={Math.max(1, settled + open + failed)}
          value={settled}
          className="progress-line mt-3"
        />
        <ul className="figures mt-3 flex flex-col gap-1 text-sm">
          <li>
            {numberText(settled)} of {counted(settled + open + failed, 'order')} settled
          </li>
          <li>
            {numberText(refunds.made)} of {counted(refunds.decided, 'refund')} returned,{' '}
            {amount(refunds.madeMinor)} of {amount(refunds.decidedMinor)}
          </li>
          {failed > 0 && <li>{counted(failed, 'order')} could not be refunded</li>}
        </ul>
      </div>
      {problems.length > 0 && (
        <Notice tone="warning" title="A person has to look at these">
          {problems.map(({ problem, count }) => (
            <p key={problem}>
              {counted(count, 'order')}: {PROBLEMS[problem] ?? 'the refund was refused.'}
            </p>
          ))}
        </Notice>
      )}
      {act.isError && <Notice tone="danger">{failureText(act.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {stoppedAt === null && open > 0 && (
          <Button variant="danger" busy={act.isPending} onClick={() => act.mutate('stop')}>
            Stop
          </Button>
        )}
        {(stoppedAt !== null || failed > 0) && (
          <Button variant="primary" busy={act.isPending} onClick={() => act.mutate('continue')}>
            {stoppedAt === null ? 'Try these again' : 'Go on'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

const PROBLEMS: Readonly<Record<string, string>> = {
  charge_disputed: 'the buyer’s bank takes the charge back. Try again once the bank has decided.',
  order_not_found: 'the order is gone.',
}

function titleOf({ state, stoppedAt, kind, open, refunds }: DisruptionProgress): string {
  if (stoppedAt !== null) {
    return 'Stopped. Refunds that were decided are still made; the other orders stay as they are.'
  }
  if (state === 'listing') return 'The buyers are being listed.'
  if (open > 0) {
    return kind === 'moved' ? 'Buyers are asked, and answer.' : 'Buyers are mailed and refunded.'
  }
  return refunds.made < refunds.decided ? 'Refunds are on their way.' : 'All is settled.'
}
