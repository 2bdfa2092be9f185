import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Around a group of tooltips: the first waits 700 ms, its neighbours follow within 300 ms at once. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={700} timeout={300}>
      {children}
    </Base.Provider>
  )
}

interface TooltipProps {
  /** A few words. Nothing a person needs may stand only here: touch never shows it. */
  text: ReactNode
  /** The control it explains, with its own accessible name. */
  children: ReactElement
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={700} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} className="z-60">
          <Base.Popup
            data-from="trigger"
            className="float-layer max-w-64 rounded-sm bg-text px-2.5 py-1.5 text-xs font-medium text-page forced-colors:border"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
