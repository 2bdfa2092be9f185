/** Shown while an old address leads on to its event. */
export function RedirectingScreen() {
  return (
    <p role="status" className="mx-auto max-w-page px-4 py-24 text-muted sm:px-6">
      Redirecting...
    </p>
  )
}
