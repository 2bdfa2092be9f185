/** Shown while an event is fetched, where that takes longer than a moment. */
export function LoadingEvent() {
  return (
    <p role="status" className="mx-auto max-w-page px-4 py-24 text-muted sm:px-6">
      Loading event...
    </p>
  )
}
