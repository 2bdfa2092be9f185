import { ErrorCard } from '@foyer/ui'
import { Component, type ReactNode, Suspense } from 'react'
import { CalendarSkeleton } from './calendar-skeleton.tsx'

interface CalendarBoundaryProps {
  /** Asks for the days anew. */
  onRetry: () => void
  children: ReactNode
}

/**
 * What goes wrong in the calendar stays in the calendar: the rest of the page goes on. On the server
 * the skeleton stands in, and the browser tries again.
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
    return <CalendarError error={error} onRetry={this.retry} isRetrying={false} />
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
}

/** Days that make no calendar are told apart from all else that can go wrong. */
export function CalendarError({ error, onRetry, isRetrying }: CalendarErrorProps) {
  const isAboutDays = error instanceof RangeError
  return (
    <ErrorCard
      level={3}
      title={
        isAboutDays
          ? 'Error rendering calendar. Please check your date range.'
          : 'Calendar error. Please try again.'
      }
      message="The days and prices could not be shown. Nothing you chose is lost."
      onRetry={onRetry}
      retrying={isRetrying}
    />
  )
}
