/** Foyer's mark: an open doorway in a square of 32 units. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" className={className}>
      <path
        fillRule="evenodd"
        d="M7 0h18a7 7 0 0 1 7 7v18a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zM9.5 32V14.5a6.5 6.5 0 0 1 13 0V32z"
      />
    </svg>
  )
}
