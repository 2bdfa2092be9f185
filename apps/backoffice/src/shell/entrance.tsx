import { cx } from '@foyer/ui'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../routing/paths.ts'
import { BrandMark } from './brand-mark.tsx'
import { showHue } from './theme.ts'

/** How far the door stands open, from the entrance to the last step before the office. */
type Door = 'ajar' | 'half' | 'open'

function doorAt(path: string, step: unknown): Door {
  if (/\/(confirm|new-password|invitation)\/?$/.test(path)) return 'open'
  return step === 'second-factor' || path.endsWith('/check-mail') ? 'half' : 'ajar'
}

/** The screens before the office: one question at a time, beside a door that opens as they go on. */
export function Entrance({ children }: { children: ReactNode }) {
  const door = useLocation({ select: ({ pathname, search }) => doorAt(pathname, search.step) })
  useEffect(() => showHue(), [])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <header>
          <Link
            {...paths.start()}
            className="inline-flex min-h-target items-center gap-2.5 rounded-md font-display text-lg font-bold"
          >
            <BrandMark className="size-7" />
            Foyer
            <span className="font-sans text-sm font-normal text-muted">back office</span>
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-10">
          {children}
        </main>
      </div>
      <DoorDrawing door={door} className="hidden lg:block" />
    </div>
  )
}

/** The edge of the door leaf, from the hinge: what is left of it is lit. */
const LEAF: Record<Door, number> = { ajar: 128, half: 92, open: 42 }

/** A wall, a doorway with a rounded head, and the light that falls out of it onto the floor. */
function DoorDrawing({ door, className }: { door: Door; className?: string }) {
  const gap = LEAF[door]
  const left = 200 + 0
  const right = 400
  const edge = left + gap * 1.25
  return (
    <div aria-hidden="true" className={cx('corridor relative overflow-hidden', className)}>
      <svg
        viewBox="0 0 600 800"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
      >
        <title>An open door</title>
        <defs>
          <clipPath id="doorway">
            <path d={`M${left} 560V300a100 100 0 0 1 200 0v260z`} />
          </clipPath>
        </defs>
        {/* The floor. */}
        <path d="M0 560h600v240H0z" className="fill-text opacity-4" />
        {/* The light on the floor. */}
        <path
          d={`M${edge} 560H${right}L${right + 170} 800H${edge - 150 + gap}z`}
          className="fill-accent opacity-25"
        />
        {/* The lit room. */}
        <g clipPath="url(#doorway)">
          <path d={`M${left} 200h200v360H${left}z`} className="fill-accent" />
          {/* The door leaf, which hangs at the left. */}
          <path d={`M${left} 200H${edge}V560H${left}z`} className="door-leaf" />
          <circle cx={edge - 14} cy="420" r="5" className="fill-accent" />
        </g>
        <path
          d={`M${left} 560V300a100 100 0 0 1 200 0v260`}
          fill="none"
          strokeWidth="2"
          className="stroke-edge-strong"
        />
        <path d="M0 560h600" strokeWidth="1" className="stroke-edge" />
      </svg>
    </div>
  )
}
