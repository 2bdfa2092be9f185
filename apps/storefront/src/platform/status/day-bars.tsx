import type { StatusView } from '@foyer/contract'
import { type PointerEvent, useState } from 'react'
import { dayText, formatDay } from './status-text.ts'

const WIDTH = 10
const HEIGHT = 64
const DOT = 6

/**
 * A bar for each day. A whole bar is a day without interruption, a cut one has a gap, a dot was not
 * measured. One native slider goes through the days by pointer, keyboard and screen reader, which
 * ninety buttons of a few pixels could not.
 */
export function DayBars({ days, locale }: { days: StatusView['days']; locale: string }) {
  const last = days.length - 1
  const [chosen, setChosen] = useState(last)
  const day = days[chosen]
  const first = days[0]
  const today = days[last]
  if (!day || !first || !today) return null
  const hover = ({ pointerType, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType !== 'mouse') return
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - left) / width) * days.length)
    setChosen(Math.min(last, Math.max(0, at)))
  }
  return (
    <div>
      <p className="min-h-12 text-sm font-semibold sm:min-h-6">{dayText(day, locale)}</p>
      <div className="relative mt-2 rounded-sm outline-offset-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus">
        <svg
          viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-16 w-full"
        >
          {days.map((each, index) => (
            <Bar key={each.day} day={each} index={index} isChosen={index === chosen} />
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label="Day"
          aria-valuetext={dayText(day, locale)}
          onChange={({ target }) => setChosen(Number(target.value))}
          onPointerMove={hover}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </div>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted">
        <span>{formatDay(first.day, locale)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}

interface BarProps {
  day: StatusView['days'][number]
  index: number
  isChosen: boolean
}

function Bar({ day: { uptime }, index, isChosen }: BarProps) {
  const x = index * WIDTH + 1.5
  const width = WIDTH - 3
  const fill = isChosen ? 'fill-accent-text' : 'fill-muted'
  if (uptime === null) {
    return (
      <rect
        x={x}
        y={HEIGHT - DOT}
        width={width}
        height={DOT}
        className={isChosen ? fill : 'fill-edge-strong'}
      />
    )
  }
  if (uptime === 1) return <rect x={x} y={0} width={width} height={HEIGHT} className={fill} />
  // Even a minute has to be seen, and even a lost day is no unmeasured one.
  const height = Math.min(HEIGHT * 0.8, Math.max(HEIGHT * 0.15, uptime * HEIGHT))
  return (
    <>
      <rect x={x} y={0} width={width} height={DOT} className="fill-danger-text" />
      <rect
        x={x}
        y={HEIGHT - height}
        width={width}
        height={height}
        className={isChosen ? fill : 'fill-danger-text'}
      />
    </>
  )
}
