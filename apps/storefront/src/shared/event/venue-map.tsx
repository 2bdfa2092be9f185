import { cx } from '@foyer/ui'
import { ChevronDown, ExternalLink } from '@foyer/ui/icons'
import { mapFrameOf } from './event-address.ts'

interface VenueMapProps {
  venueName: string
  /** The venue on a map of another site; empty if nothing is known of where it is. */
  href: string
  /** Null if the organizer has not stated them: then only the link is shown. */
  coordinates: { latitude: number; longitude: number } | null
  className?: string
}

/**
 * A venue on the map. The map is another site's, so nothing of it is loaded before a visitor opens
 * it: until then they are known to nobody but the shop. It needs no script of ours.
 */
export function VenueMap({ venueName, href, coordinates, className }: VenueMapProps) {
  const link = href && (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-target items-center gap-1.5"
    >
      See on a map
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
  if (!coordinates) return link && <p className={className}>{link}</p>
  return (
    <div className={cx('flex flex-wrap items-start gap-x-6', className)}>
      <details className="disclosure open:w-full">
        <summary className="link inline-flex min-h-target list-none items-center gap-1.5">
          Show the map
          <ChevronDown aria-hidden="true" className="disclosure-arrow size-4 transition-[rotate]" />
        </summary>
        <iframe
          title={`Map of ${venueName}`}
          src={mapFrameOf(coordinates)}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups"
          className="mt-1 aspect-4/3 w-full rounded-md border border-edge bg-raised sm:aspect-video"
        />
        <p className="mt-1 text-xs text-muted">The map is loaded from OpenStreetMap.</p>
      </details>
      {link}
    </div>
  )
}
