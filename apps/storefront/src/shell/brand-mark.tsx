/** An open doorway in a square of 32 units. */
const TILE = 'M7 0h18a7 7 0 0 1 7 7v18a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7z'
const DOOR = 'M9.5 32V14.5a6.5 6.5 0 0 1 13 0V32z'

/** The default logo beside a tenant's name, in the colour of the text. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" className={className}>
      <path fillRule="evenodd" d={TILE + DOOR} />
    </svg>
  )
}

/**
 * The favicon in the tenant's accent colour, as a data: address, which the content security policy
 * allows.
 */
export function faviconUrl(hue: number): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<path fill="oklch(.2 .02 285)" d="${TILE}"/>` +
    `<path fill="oklch(.78 .165 ${hue})" d="${DOOR}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
