import type { EventView } from '@foyer/contract'
import { IconButton } from '@foyer/ui'
import { ChevronLeft, ChevronRight, Pause, Play } from '@foyer/ui/icons'
import { HeroSlide } from './hero-slide.tsx'
import { useCarousel } from './use-carousel.ts'

/** At most five events that rotate every 5 s; rotation pauses while the buyer reads. */
export function Hero({ events }: { events: readonly EventView[] }) {
  const carousel = useCarousel(events.length)
  const { index, isPaused, isRotating, goTo, step, togglePause } = carousel
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Featured events"
      className="hero"
      {...carousel.frameProps}
    >
      <div
        {...carousel.trackProps}
        className="hero-track"
        aria-live={isRotating ? 'off' : 'polite'}
      >
        {events.map((event, position) => (
          <HeroSlide
            key={event.id}
            event={event}
            label={`${position + 1} of ${events.length}`}
            isFirst={position === 0}
            isCurrent={position === index}
          />
        ))}
      </div>
      {events.length > 1 && (
        <div className="hero-controls mt-5 flex items-center gap-1">
          <IconButton label="Previous event" onClick={() => step(-1)} className="-ms-3">
            <ChevronLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <div className="flex min-w-0">
            {events.map((event, position) => (
              <button
                key={event.id}
                type="button"
                aria-label={`Event ${position + 1}: ${event.name}`}
                aria-current={position === index ? 'true' : undefined}
                onClick={() => goTo(position)}
                className="hero-dot"
              />
            ))}
          </div>
          <IconButton label="Next event" onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={isPaused ? 'Start rotation' : 'Pause rotation'}
            onClick={togglePause}
            className="motion-reduce:hidden"
          >
            {isPaused ? (
              <Play aria-hidden="true" className="size-4" />
            ) : (
              <Pause aria-hidden="true" className="size-4" />
            )}
          </IconButton>
        </div>
      )}
    </section>
  )
}
