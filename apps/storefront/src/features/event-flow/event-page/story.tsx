import type { EventDetailView } from '@foyer/contract'
import { type LineUpEntry, paragraphsOf } from '@foyer/domain'
import { cx } from '@foyer/ui'
import { useApp } from '../../../shared/app-context.tsx'
import { LinkedText } from '../../../shared/page/linked-text.tsx'
import { timeText } from './facts-text.ts'
import { Section } from './section.tsx'

/** The short description and, below it, the story. */
export function Story({ event }: { event: EventDetailView }) {
  const story = paragraphsOf(event.facts.story)
  if (!event.description && story.length === 0) return null
  return (
    <Section id="about" title="About this event">
      {event.description && (
        <p className={cx('max-w-prose whitespace-pre-line', story.length > 0 && 'font-medium')}>
          <LinkedText text={event.description} />
        </p>
      )}
      {story.map((paragraph) => (
        <p key={paragraph} className="mt-4 max-w-prose whitespace-pre-line">
          <LinkedText text={paragraph} />
        </p>
      ))}
    </Section>
  )
}

/** In the organizer's order: with times a running order, without them two columns of names. */
export function LineUp({ lineUp }: { lineUp: readonly LineUpEntry[] }) {
  const { locale } = useApp().tenant
  if (lineUp.length === 0) return null
  const hasTimes = lineUp.some(({ time }) => time !== null)
  return (
    <Section id="line-up" title="Who is on">
      <ol className={cx('grid gap-x-6', !hasTimes && 'sm:grid-cols-2')}>
        {lineUp.map(({ name, role, time }) => (
          <li
            key={`${time} ${name} ${role}`}
            className={cx(
              'grid border-t border-edge py-3',
              hasTimes && 'grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4',
            )}
          >
            {hasTimes && (
              <span className="figures pt-0.5 text-sm text-muted">
                {time && timeText(time, locale)}
              </span>
            )}
            <span>
              <span className="block font-display font-bold">{name}</span>
              {role && <span className="block text-sm text-muted">{role}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
