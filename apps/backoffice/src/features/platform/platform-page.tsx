import { ApiError } from '@foyer/contract'
import { buttonStyle, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureText } from '../../data/failure-text.ts'
import { paths } from '../../routing/paths.ts'
import { FetchFailed, Page } from '../../shared/page.tsx'

const TABS = [
  { label: 'Organizers', link: paths.platform() },
  { label: 'Configuration', link: paths.platformConfiguration() },
  { label: 'Health', link: paths.platformHealth() },
  { label: 'Log', link: paths.platformLog() },
] as const

/** A screen of the operators, below their tabs. */
export function PlatformPage({
  title,
  description,
  actions,
  children,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div className="border-b border-edge">
        <nav
          aria-label="Platform"
          className="mx-auto -mb-px max-w-page overflow-x-auto px-2 pt-2 sm:px-4 lg:px-8"
        >
          <ul className="flex gap-1">
            {TABS.map(({ label, link }) => (
              <li key={label}>
                <Link
                  {...link}
                  activeOptions={{ exact: false, includeSearch: false }}
                  className="tab-link flex min-h-target items-center px-3 text-sm whitespace-nowrap text-muted transition-colors hover:text-text"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Page title={title} description={description} actions={actions}>
        {children}
      </Page>
    </>
  )
}

/** What is shown of a query until it has an answer: its place, or why there is none. */
export function Pending({
  of,
  what,
}: {
  of: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'error' | 'data' | 'refetch'>
  what: string
}) {
  const code = of.error instanceof ApiError ? of.error.code : null
  if (of.isPending) {
    return (
      <SkeletonGroup label={`Loading: ${what}`} className="flex flex-col gap-3">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-64 w-full" />
      </SkeletonGroup>
    )
  }
  if (!of.isError || of.data) return null
  if (code === 'second_factor_needed' || code === 'not_permitted') {
    return (
      <EmptyState
        title={code === 'not_permitted' ? 'You are no operator' : 'A second factor is needed'}
        actions={
          <Link {...paths.account()} className={buttonStyle('primary')}>
            My account
          </Link>
        }
      >
        {failureText(of.error)}
      </EmptyState>
    )
  }
  return (
    <FetchFailed
      what={what}
      error={of.error}
      onRetry={() => void of.refetch()}
      isRetrying={of.isFetching}
    />
  )
}
