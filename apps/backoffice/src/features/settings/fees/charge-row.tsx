import { IconButton } from '@foyer/ui'
import { Ellipsis } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { Menu, MenuItem } from '../../../shared/menu.tsx'
import { RowName } from '../../../shared/row-name.tsx'

interface ChargeRowProps {
  name: string
  badge?: ReactNode
  /** What it does, in a sentence. */
  text: string
  usedBy: ReactNode
  amount: string
  /** Null: nothing may be changed. */
  onEdit: (() => void) | null
  onArchive: () => void
}

/** A fee set or a tax rate in its list. */
export function ChargeRow({
  name,
  badge,
  text,
  usedBy,
  amount,
  onEdit,
  onArchive,
}: ChargeRowProps) {
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RowName name={name} onEdit={onEdit} />
          {badge}
        </div>
        <p className="mt-0.5 text-sm">{text}</p>
        <p className="mt-0.5 text-sm break-words text-muted">{usedBy}</p>
      </div>
      <span className="figures text-sm font-semibold whitespace-nowrap">{amount}</span>
      {onEdit && (
        <div className="-my-2">
          <Menu
            align="end"
            trigger={
              <IconButton label={`More about ${name}`}>
                <Ellipsis aria-hidden="true" className="size-5" />
              </IconButton>
            }
          >
            <MenuItem onChoose={onEdit}>Edit</MenuItem>
            <MenuItem onChoose={onArchive}>Archive…</MenuItem>
          </Menu>
        </div>
      )}
    </li>
  )
}
