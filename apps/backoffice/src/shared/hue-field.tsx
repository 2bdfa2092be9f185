import { brandAccent, formatOklch, PLATFORM_HUE } from '@foyer/domain'
import { useId } from 'react'

const HUES = [
  { hue: PLATFORM_HUE, name: 'Marigold' },
  { hue: 40, name: 'Vermilion' },
  { hue: 15, name: 'Rose' },
  { hue: 345, name: 'Magenta' },
  { hue: 310, name: 'Plum' },
  { hue: 265, name: 'Blue' },
  { hue: 235, name: 'Sky' },
  { hue: 195, name: 'Sea' },
  { hue: 155, name: 'Green' },
  { hue: 120, name: 'Lime' },
] as const

/** The colour of an organizer: some hues that differ well. */
export function HueField({
  hue,
  onChange,
  hasEvery = false,
}: {
  hue: number
  onChange: (hue: number) => void
  /** Whether every hue can be chosen, by a slider. */
  hasEvery?: boolean
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="sr-only">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {HUES.map(({ hue: choice, name }) => (
          <label
            key={choice}
            className="grid size-11 place-items-center rounded-full border-2 border-transparent has-checked:border-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              value={choice}
              checked={choice === hue}
              onChange={() => onChange(choice)}
              aria-label={name}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none size-8 rounded-full forced-color-adjust-none"
              style={{ backgroundColor: formatOklch(brandAccent(choice)) }}
            />
          </label>
        ))}
      </div>
      {hasEvery && (
        <label className="mt-4 flex items-center gap-3 text-sm">
          <span className="shrink-0">Any hue</span>
          <input
            type="range"
            min={0}
            max={359}
            value={Math.round(hue)}
            onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
            className="hue-slider min-w-0 flex-1"
          />
          <output className="figures w-10 text-end text-muted">{Math.round(hue)}°</output>
        </label>
      )}
    </fieldset>
  )
}
