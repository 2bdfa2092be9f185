import { EventSearchPage } from '../../routes/event-search.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { TestButtons } from './test-buttons.tsx'

/** The list of events, with two ways to a sample event above it. */
export function TestFlowPage() {
  const { hasDemos } = useApp()
  return (
    <>
      {hasDemos && <TestButtons />}
      <EventSearchPage />
    </>
  )
}
