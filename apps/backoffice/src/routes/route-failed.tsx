import { ApiError } from '@foyer/contract'
import { buttonStyle, EmptyState } from '@foyer/ui'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../routing/paths.ts'
import { FetchFailed } from '../shared/page.tsx'

const FRAME = 'mx-auto max-w-page px-4 pt-10 sm:px-6 lg:px-10'

/** An address without a screen. */
export function RouteMissing() {
  return (
    <div className={FRAME}>
      <EmptyState
        level={1}
        title="There is no such page"
        actions={
          <Link {...paths.start()} className={buttonStyle('primary')}>
            To the start
          </Link>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </div>
  )
}

/** A screen whose first data could not be fetched, or that failed. */
export function RouteFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  const [isRetrying, setRetrying] = useState(false)
  if (error instanceof ApiError && error.code === 'unknown_tenant') {
    return (
      <div className={FRAME}>
        <EmptyState
          level={1}
          title="You are not on this team"
          actions={
            <Link {...paths.organizers()} className={buttonStyle('primary')}>
              Your organizers
            </Link>
          }
        >
          There is no such organizer, or you have left its team. Somebody of the team can invite
          you.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={FRAME}>
      <FetchFailed
        what="This page"
        error={error}
        isRetrying={isRetrying}
        onRetry={() => {
          setRetrying(true)
          void router.invalidate().finally(() => setRetrying(false))
        }}
      />
    </div>
  )
}
