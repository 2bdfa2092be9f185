import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabItem {
  id: string
  label: ReactNode
  panel: ReactNode
}

interface TabsProps {
  /** Names the row of tabs. */
  label: string
  tabs: ReadonlyArray<TabItem>
  selectedId: string
  onSelect: (id: string) => void
}

/** Views of one thing, side by side. The selected tab is underlined, not only coloured. */
export function Tabs({ label, tabs, selectedId, onSelect }: TabsProps) {
  return (
    <Base.Root value={selectedId} onValueChange={(value) => onSelect(String(value))}>
      <Base.List
        aria-label={label}
        className="relative flex gap-6 overflow-x-auto border-b border-edge"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="min-h-target shrink-0 border-b-2 border-transparent py-2 text-sm font-semibold text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:border-text data-active:text-text"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-5">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
