import { may, type Role } from '@foyer/domain'
import { Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FetchFailed } from '../../shared/page.tsx'

export interface SettingsOrganizer {
  slug: string
  name: string
  role: Role
  siteUrl: string
  currency: string
  locale: string
}

/** A part of the settings once it is fetched. A role that may not change it reads it. */
export function SettingPart<Data>({
  what,
  query,
  role,
  children,
}: {
  what: string
  query: UseQueryResult<Data>
  role: Role
  children: (data: Data) => ReactNode
}) {
  if (query.isError && !query.data) {
    return (
      <FetchFailed
        what={what}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (query.data === undefined) {
    return (
      <SkeletonGroup label={`Loading: ${what}`} className="flex max-w-form flex-col gap-5">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-24 w-full" />
      </SkeletonGroup>
    )
  }
  const mayChange = may(role, 'settings.change')
  return (
    <>
      {!mayChange && (
        <Notice className="mb-6" title="You can read these settings">
          An owner or a manager of the team changes them.
        </Notice>
      )}
      <fieldset disabled={!mayChange} className="contents">
        {children(query.data)}
      </fieldset>
    </>
  )
}
