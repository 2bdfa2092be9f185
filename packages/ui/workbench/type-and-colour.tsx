import { cx } from '../src/index.ts'
import { Section } from './section.tsx'

const swatches = [
  'bg-page',
  'bg-surface',
  'bg-raised',
  'bg-hover',
  'bg-edge',
  'bg-edge-strong',
  'bg-text',
  'bg-muted',
  'bg-faint',
  'bg-accent',
  'bg-accent-hover',
  'bg-accent-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-success',
  'bg-success-soft',
  'bg-warning',
  'bg-warning-soft',
]

export function TypeAndColour() {
  return (
    <>
      <Section title="Type: six sizes">
        <h1 className="font-display text-display font-extrabold">The Marigold Sessions</h1>
        <p className="mt-6 font-display text-title font-bold">Freilichttheateraufführung im Park</p>
        <p className="mt-4 font-display text-lg font-bold">Saturday, December 5 · $34.98</p>
        <p className="mt-3 max-w-prose">
          Doors open an hour before the first note. The text face is quiet on purpose: it carries
          prices, rules and reasons, and it gets out of the way of the names.
        </p>
        <p className="mt-2 text-sm text-muted">From $34.98 incl. fees · The Old Mill, Portland</p>
        <p className="figures mt-2 text-xs text-muted">0123456789 · Few left · 12 sessions</p>
      </Section>
      <Section title="Colour">
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
          {swatches.map((name) => (
            <div key={name}>
              <div className={cx('h-14 rounded-md border border-edge', name)} />
              <p className="mt-1 text-xs text-muted">{name.slice(3)}</p>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}
