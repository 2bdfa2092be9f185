import { ApiError, type StaffLink } from '@foyer/contract'
import { Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkQuery } from '../../data/link-token.ts'
import { paths } from '../../routing/paths.ts'
import { FetchFailed, Heading } from '../../shared/page.tsx'

interface OpenedLinkProps {
  /** The kind of link that this screen is for. */
  kind: StaffLink['kind']
  /** What a person whose link has ended can do. */
  ended: ReactNode
  children: (link: StaffLink, token: string) => ReactNode
}

/** Reads the link of a mail, and explains one that no longer works. */
export function OpenedLink({ kind, ended, children }: OpenedLinkProps) {
  const token = useLocation({ select: ({ state }) => state.linkToken ?? '' })
  const link = useQuery({ ...linkQuery(token), enabled: token !== '' })
  if (link.data?.kind === kind) return children(link.data, token)
  if (token !== '' && link.isPending) {
    return (
      <SkeletonGroup label="Opening the link" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-5 w-80" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </SkeletonGroup>
    )
  }
  const isRefused =
    link.error instanceof ApiError &&
    (link.error.code === 'link_ended' || link.error.code === 'validation_failed')
  if (link.isError && !isRefused) {
    return (
      <FetchFailed
        what="The link"
        error={link.error}
        onRetry={() => void link.refetch()}
        isRetrying={link.isFetching}
      />
    )
  }
  return (
    <>
      <Heading title="This link no longer works" />
      <p className="mt-2 text-muted">
        A link works once, and for a limited time. Perhaps a newer mail has another one.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {ended}
        <Link {...paths.signIn()} className="link inline-flex min-h-target items-center text-sm">
          To sign-in
        </Link>
      </div>
    </>
  )
}
