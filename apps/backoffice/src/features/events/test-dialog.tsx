import { type OfficeEvent, staffApi, type TestOfEvent } from '@foyer/contract'
import { Button, buttonStyle, Dialog, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { queryClient } from '../../data/queries.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { agoText, exactText } from '../../shared/time.ts'

interface TestProps {
  organizer: string
  event: OfficeEvent
}

const keyOf = (organizer: string, eventId: string) => ['organizer', organizer, 'test', eventId]

/** Test orders of an event: in a copy of it, in a shop of their own, where nothing counts. */
export function TestDialog({
  open,
  onClose,
  ...rest
}: TestProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Try an order"
      description="A copy of the event in a test shop, on sale at once. You order there as buyers will, up to the mail with the tickets. No real money is taken, the tickets admit nobody, and no order counts anywhere."
    >
      {open && <Test {...rest} />}
    </Dialog>
  )
}

function Test({ organizer, event }: TestProps) {
  const { id: eventId } = event
  const queryKey = keyOf(organizer, eventId)
  const params = { eventId }
  const test = useQuery({
    queryKey,
    queryFn: () => callOf(organizer)(staffApi.getTest, { params }),
    staleTime: 0,
  })
  const store = (changed: TestOfEvent) => queryClient.setQueryData(queryKey, changed)
  const starting = useMutation({
    mutationFn: () => callOf(organizer)(staffApi.startTest, { params }),
    onSuccess: store,
  })
  const ending = useMutation({
    mutationFn: () => callOf(organizer)(staffApi.endTest, { params }),
    onSuccess: store,
  })
  if (test.isError) {
    return (
      <FetchFailed
        what="The test of this event"
        error={test.error}
        onRetry={() => void test.refetch()}
        isRetrying={test.isFetching}
      />
    )
  }
  if (!test.data) {
    return (
      <SkeletonGroup label="Loading the test of this event" className="flex flex-col gap-4">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-10 w-48" />
      </SkeletonGroup>
    )
  }
  const { takesCards, copy } = test.data
  const failure = starting.error ?? ending.error
  const start = (
    <Button
      variant={copy ? 'quiet' : 'primary'}
      busy={starting.isPending}
      onClick={() => starting.mutate()}
    >
      {copy ? 'Copy it again' : 'Make the test copy'}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {event.sessionCount === 0 && (
        <Notice tone="info" announce="none" title="It has no dates yet">
          The copy will have nothing to choose from. Add dates first, then copy it.
        </Notice>
      )}
      {!takesCards && (
        <Notice tone="warning" announce="none" title="Only free tickets can be tried">
          The operator of this installation has not set up test payments.
        </Notice>
      )}
      {copy ? (
        <>
          <p className="text-sm">
            Copied{' '}
            <time dateTime={copy.madeAt} title={exactText(copy.madeAt)}>
              {agoText(copy.madeAt)}
            </time>
            ; what you changed since then is not in it. {ordersText(copy.orders)} Everybody who has
            the address can order there:
          </p>
          <p className="rounded-md border border-edge bg-raised px-3 py-2 text-sm break-all select-all">
            {copy.url}
          </p>
          {takesCards && (
            <p className="text-sm text-muted">
              Pay with the card <span className="figures">4242 4242 4242 4242</span>, any date to
              come and any code.
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <a href={copy.url} target="_blank" rel="noreferrer" className={buttonStyle('primary')}>
              Open the test shop
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
            {start}
            <Button busy={ending.isPending} onClick={() => ending.mutate()}>
              End the test
            </Button>
          </div>
        </>
      ) : (
        <div>{start}</div>
      )}
      {failure && <Notice tone="danger">{failureText(failure)}</Notice>}
    </div>
  )
}

const ordersText = (orders: number): string => {
  if (orders === 0) return 'Nothing was ordered yet.'
  return orders === 1 ? 'It has one test order.' : `It has ${orders} test orders.`
}
