import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Check } from './icons.ts'
import { useUiTexts } from './texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface Step {
  id: string
  label: string
}

export type StepState = 'done' | 'current' | 'upcoming'

interface StepIndicatorProps {
  /** Names the navigation, e.g. 'Checkout steps'. */
  label: string
  steps: ReadonlyArray<Step>
  currentId: string
  /** A later choice may add steps: no total is promised. */
  mayGrow?: boolean
  /** Wraps a completed step in the router's link; upcoming steps are never links. */
  renderLink?: (step: Step, content: ReactNode) => ReactNode
  className?: string
}

/**
 * A step's state follows from its position relative to the current one, so it cannot be
 * inconsistent.
 */
export function stepStates(steps: ReadonlyArray<Step>, currentId: string): StepState[] {
  const current = steps.findIndex((step) => step.id === currentId)
  return steps.map((_, index) =>
    index < current ? 'done' : index === current ? 'current' : 'upcoming',
  )
}

/**
 * A column with many names has no room for check marks: a completed step is marked by its colour.
 */
const MOST_WITH_CHECKS = 5

/**
 * The buyer's position. On a phone one line and a bar of segments; from 768 px every step by name.
 */
export function StepIndicator({
  label,
  steps,
  currentId,
  mayGrow = false,
  renderLink,
  className,
}: StepIndicatorProps) {
  const texts = useUiTexts()
  const states = stepStates(steps, currentId)
  const currentIndex = states.indexOf('current')
  const hasChecks = steps.length <= MOST_WITH_CHECKS
  return (
    <nav aria-label={label} className={className}>
      <p aria-hidden="true" className="mb-2 flex flex-wrap gap-x-2 text-sm md:hidden">
        <span className="text-muted">
          {mayGrow
            ? texts.stepAlone(currentIndex + 1)
            : texts.stepOf(currentIndex + 1, steps.length)}
        </span>
        <span className="font-semibold">{steps[currentIndex]?.label}</span>
      </p>
      <ol className={cx('flex gap-1.5', hasChecks ? 'md:gap-6' : 'md:gap-3 xl:gap-4')}>
        {steps.map((step, index) => {
          const state = states[index] ?? 'upcoming'
          const content = <StepLabel step={step} state={state} hasCheck={hasChecks} />
          return (
            <li
              key={step.id}
              aria-current={state === 'current' ? 'step' : undefined}
              className="flex-1 md:flex-none"
            >
              {state === 'done' && renderLink ? renderLink(step, content) : content}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const barOf: Record<StepState, string> = {
  done: 'bg-text',
  current: 'bg-text',
  upcoming: 'bg-edge',
}

const labelOf: Record<StepState, string> = {
  done: 'md:text-muted md:hover:text-text',
  current: 'md:font-semibold md:text-text',
  upcoming: 'md:text-faint',
}

interface StepLabelProps {
  step: Step
  state: StepState
  hasCheck: boolean
}

function StepLabel({ step, state, hasCheck }: StepLabelProps) {
  const texts = useUiTexts()
  return (
    <span
      className={cx(
        'block text-sm transition-colors md:relative md:flex md:min-h-target md:items-center',
        labelOf[state],
      )}
    >
      <span className="sr-only md:not-sr-only md:whitespace-nowrap md:flex md:items-center md:gap-1.5">
        {state === 'done' && hasCheck && (
          <Check aria-hidden="true" className="hidden size-4 md:block" />
        )}
        {step.label}
        {state === 'done' && <VisuallyHidden>, {texts.stepDone}</VisuallyHidden>}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'block h-1 rounded-full md:absolute md:inset-x-0 md:bottom-2 md:h-0.5',
          barOf[state],
          state === 'done' && 'md:bg-transparent',
          state === 'upcoming' && 'md:bg-transparent',
        )}
      />
    </span>
  )
}
