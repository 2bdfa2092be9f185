/** The doorway: a lit arch and the light it throws on the floor. Drawn in a 32-unit square. */
const ARCH = 'M10 21V12a6 6 0 0 1 12 0v9z'
const LIGHT = 'M10 21h12l5 8H5z'

/** The mark beside a tenant's name, in the colour of the text. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" className={className}>
      <path d={ARCH} />
      <path d={LIGHT} opacity="0.45" />
    </svg>
  )
}

/** The browser tab's icon in the tenant's accent, as a data: address that the policy allows. */
export function faviconUrl(hue: number): string {
  const accent = `oklch(.78 .165 ${hue})`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="7" fill="oklch(.2 .02 285)"/>` +
    `<g fill="${accent}"><path d="${ARCH}"/><path d="${LIGHT}" opacity=".45"/></g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
