import type { EventView } from '@foyer/contract'
import { buttonStyle, cx } from '@foyer/ui'
import { CategoryBadge, EventDate, EventPrice } from '../../../shared/event/event-facts.tsx'
import { EventLink } from '../../../shared/event/event-link.tsx'
import { locationOf, nameOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { useCarriedPicture } from '../../../shared/event/use-carried-picture.ts'

interface HeroSlideProps {
  event: EventView
  label: string
  isFirst: boolean
  isCurrent: boolean
}

export function HeroSlide({ event, label, isFirst, isCurrent }: HeroSlideProps) {
  const { isCarried, carry } = useCarriedPicture(`hero ${event.id}`)
  const name = nameOf(event)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, no fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      data-current={isCurrent || undefined}
      className="hero-slide relative grid content-start gap-5 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] sm:items-end sm:gap-8 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:gap-12"
    >
      <div className="hero-poster overflow-hidden rounded-lg">
        <Poster
          event={event}
          format="thumb"
          formatFromSm="poster"
          priority={isFirst}
          isCarried={isCarried}
          className="aspect-square sm:aspect-4/5"
        />
      </div>
      <div className="hero-words flex flex-col items-start gap-3 lg:gap-4 lg:pb-4">
        <p className="flex flex-wrap items-center gap-3 text-base font-semibold">
          <EventDate event={event} />
          <CategoryBadge event={event} />
        </p>
        <h2
          className={cx(
            'max-w-full font-display text-title font-bold',
            // A long name in the largest size would fill the window.
            name.length <= 34 && 'lg:text-display',
          )}
        >
          {name}
        </h2>
        <p className="text-base text-muted">{locationOf(event)}</p>
        {event.description && (
          <p className="hidden max-w-[46ch] text-base md:line-clamp-2 lg:line-clamp-3">
            {event.description}
          </p>
        )}
        <div className="mt-1 flex w-full flex-col items-stretch gap-3 sm:mt-2 sm:flex-row-reverse sm:items-center sm:justify-end sm:gap-6">
          <EventPrice event={event} />
          <EventLink
            event={event}
            family="events-api"
            onOpen={carry}
            // The link is stretched over the slide, so the button within it is above that.
            className="card-link grid shrink-0"
            labelClassName={buttonStyle('primary', 'lg', 'z-1 whitespace-nowrap')}
          />
        </div>
      </div>
    </div>
  )
}
