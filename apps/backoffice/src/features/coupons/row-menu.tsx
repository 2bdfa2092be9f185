import { IconButton } from '@foyer/ui'
import { Ellipsis } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { Menu } from '../../shared/menu.tsx'

/** What can be done with a row. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More about ${name}`}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}
