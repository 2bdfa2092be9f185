import { useId } from 'react'

interface KindFieldProps {
  /** Whether buyers choose a time after the day. */
  value: boolean
  onChange: (isTimedEntry: boolean) => void
}

const KINDS = [
  {
    isTimed: false,
    name: 'Shows',
    text: 'Buyers choose one of its dates: a concert, a play, a match, a conference.',
  },
  {
    isTimed: true,
    name: 'Timed entry',
    text: 'Buyers choose a day, then a time: a museum, an exhibition, an attraction.',
  },
] as const

/** What buyers choose: a date, or a day and then a time. */
export function KindField({ value, onChange }: KindFieldProps) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Kind</legend>
      <div className="divide-y divide-edge rounded-md border border-edge">
        {KINDS.map(({ isTimed, name, text }) => (
          <label
            key={name}
            htmlFor={`${id}-${name}`}
            className="flex min-h-target items-start gap-3 px-3.5 py-2.5 first:rounded-t-md last:rounded-b-md has-checked:bg-hover"
          >
            <input
              id={`${id}-${name}`}
              type="radio"
              name={id}
              checked={value === isTimed}
              onChange={() => onChange(isTimed)}
              className="radio mt-1"
            />
            <span className="min-w-0">
              <span className="block text-sm font-semibold">{name}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
