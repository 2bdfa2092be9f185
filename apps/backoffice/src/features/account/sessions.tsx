import { type StaffSessionView, staffApi } from '@foyer/contract'
import type { SignInFactor } from '@foyer/domain'
import { Badge, Button, notify, Skeleton, SkeletonGroup } from '@foyer/ui'
import { Monitor } from '@foyer/ui/icons'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { queryClient } from '../../data/queries.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { agoText, exactText } from '../../shared/time.ts'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(staffApi.listStaffSessions, {}),
})

const FACTOR_TEXTS: Record<SignInFactor, string> = {
  password: 'password',
  totp: 'authenticator app',
  recovery_code: 'recovery code',
  passkey: 'passkey',
  link: 'link of a mail',
}

export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  if (sessions.isPending) {
    return (
      <SkeletonGroup className="flex flex-col gap-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </SkeletonGroup>
    )
  }
  if (sessions.isError) {
    return (
      <FetchFailed
        what="The list"
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        isRetrying={sessions.isFetching}
      />
    )
  }
  return <SessionList sessions={sessions.data.sessions} />
}

function SessionList({ sessions }: { sessions: readonly StaffSessionView[] }) {
  const ending = useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId
        ? call(staffApi.endStaffSession, { params: { sessionId } })
        : call(staffApi.endOtherStaffSessions, {}),
    onSuccess: (rest) => {
      queryClient.setQueryData(sessionsQuery.queryKey, rest)
      notify({ tone: 'success', title: 'Signed out there' })
    },
    onError: (error) =>
      notify({ tone: 'danger', title: 'The session goes on', description: failureText(error) }),
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <ul className="w-full divide-y divide-edge rounded-lg border border-edge text-sm">
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-14 items-center gap-3 py-1.5 ps-4 pe-1.5">
            <Monitor aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 font-semibold">
                {session.device || 'Unknown browser'}
                {session.isCurrent && <Badge tone="success">This browser</Badge>}
              </span>
              <span className="block text-muted" title={exactText(session.signedInAt)}>
                By {FACTOR_TEXTS[session.factor]}, from {session.network}, used{' '}
                {agoText(session.seenAt)}
              </span>
            </span>
            {!session.isCurrent && (
              <Button
                variant="ghost"
                aria-label={`End the session of ${session.device || 'an unknown browser'}`}
                disabled={ending.isPending}
                onClick={() => ending.mutate(session.id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button onClick={() => ending.mutate(null)} busy={ending.isPending}>
          End all other sessions
        </Button>
      )}
    </div>
  )
}
