import { ErrorCard } from '@foyer/ui'
import { Component, type ReactNode, Suspense } from 'react'
import { CalendarSkeleton } from './calendar-skeleton.tsx'

interface CalendarBoundaryProps {
  /** Requests the days again. */
  onRetry: () => void
  /** How the buyer goes on without the calendar. */
  wayOn: ReactNode
  children: ReactNode
}

/**
 * An error in the calendar leaves the rest of the page intact. The server renders the skeleton
 * instead, and the browser tries again.
 */
export class CalendarBoundary extends Component<CalendarBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null)
      return <Suspense fallback={<CalendarSkeleton />}>{this.props.children}</Suspense>
    return (
      <CalendarError
        error={error}
        onRetry={this.retry}
        isRetrying={false}
        wayOn={this.props.wayOn}
      />
    )
  }

  private readonly retry = () => {
    this.setState({ error: null })
    this.props.onRetry()
  }
}

interface CalendarErrorProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  wayOn: ReactNode
}

/** An impossible range of days has its own message. */
export function CalendarError({ error, onRetry, isRetrying, wayOn }: CalendarErrorProps) {
  const isAboutDays = error instanceof RangeError
  return (
    <>
      <ErrorCard
        level={3}
        title={
          isAboutDays
            ? 'Error rendering calendar. Please check your date range.'
            : 'Calendar error. Please try again.'
        }
        message="The days and prices could not be shown. Nothing you chose is lost, and you can go on without them."
        onRetry={onRetry}
        retrying={isRetrying}
      />
      {wayOn}
    </>
  )
}
