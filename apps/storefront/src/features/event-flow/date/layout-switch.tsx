import { cx } from '@foyer/ui'
import { CalendarDays, GalleryVertical } from '@foyer/ui/icons'
import { startTransition, useOptimistic } from 'react'
import { nextPaint } from '../../../shared/browser/next-paint.ts'
import type { CalendarLayout } from './calendar-layout.ts'

const CHOICES = [
  { layout: 'continuous', label: 'All months', icon: GalleryVertical },
  { layout: 'monthly', label: 'One month', icon: CalendarDays },
] as const

interface LayoutSwitchProps {
  layout: CalendarLayout
  onChoose: (layout: CalendarLayout) => void
}

/**
 * All months or one month at a time. A phone shows the icons only. The pressed state shows at once;
 * the months follow.
 */
export function LayoutSwitch({ layout, onChoose }: LayoutSwitchProps) {
  const [pressed, press] = useOptimistic(layout)
  const choose = (choice: CalendarLayout) =>
    startTransition(async () => {
      press(choice)
      await nextPaint()
      startTransition(() => onChoose(choice))
    })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label="Calendar view"
      className="flex rounded-md border border-edge p-0.5"
    >
      {CHOICES.map(({ layout: choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === pressed}
          onClick={() => choose(choice)}
          className={cx(
            'inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-sm px-2.5 text-sm font-semibold transition-colors sm:px-3.5',
            choice === pressed
              ? 'bg-hover text-text forced-colors:border'
              : 'text-muted hover:text-text',
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">{label}</span>
        </button>
      ))}
    </div>
  )
}
