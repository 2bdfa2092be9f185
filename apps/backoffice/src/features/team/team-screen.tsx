import type { Me } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Button, Skeleton, SkeletonGroup } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { teamQuery } from '../../data/queries.ts'
import type { TeamSearch } from '../../routing/search.ts'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { InvitationsTable } from './invitations-table.tsx'
import { MembersTable } from './members-table.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('./invite-dialog.tsx')).InviteDialog,
}))

interface TeamScreenProps {
  me: Me
  organizer: { slug: string; name: string; role: Role }
  search: TeamSearch
  onSearch: (search: TeamSearch) => void
}

export function TeamScreen({ me, organizer, search, onSearch }: TeamScreenProps) {
  const team = useQuery(teamQuery(organizer.slug))
  const [isInviting, setInviting] = useState(false)
  const mayChange = may(organizer.role, 'team.change')
  return (
    <Page
      title="Team"
      description="Who works for you here, and what each of them may do."
      actions={
        mayChange && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Invite a person
          </Button>
        )
      }
    >
      {team.isPending && <TeamSkeleton />}
      {team.isError && (
        <FetchFailed
          what="The team"
          error={team.error}
          onRetry={() => void team.refetch()}
          isRetrying={team.isFetching}
        />
      )}
      {team.data && (
        <div className="flex flex-col gap-10">
          <MembersTable
            me={me}
            organizer={organizer}
            members={team.data.members}
            search={search}
            onSearch={onSearch}
          />
          {team.data.invitations.length > 0 && (
            <InvitationsTable
              organizer={organizer.slug}
              invitations={team.data.invitations}
              mayChange={mayChange}
            />
          )}
        </div>
      )}
      {mayChange && (
        <Suspense fallback={null}>
          <InviteDialog
            organizer={organizer}
            open={isInviting}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

function TeamSkeleton() {
  return (
    <SkeletonGroup label="Loading the team" className="flex flex-col gap-3">
      <Skeleton className="h-10 w-full max-w-80" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </SkeletonGroup>
  )
}
