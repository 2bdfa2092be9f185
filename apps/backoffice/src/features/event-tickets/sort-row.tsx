import { cx, IconButton } from '@foyer/ui'
import { Ellipsis, GripVertical } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { Menu, MenuItem } from '../../shared/menu.tsx'
import { RowName } from '../../shared/row-name.tsx'
import type { useSortable } from '../../shared/use-sortable.ts'

interface SortRowProps {
  id: string
  name: string
  description: string
  /** Null: nothing may be changed. */
  sortable: Pick<ReturnType<typeof useSortable>, 'rowProps' | 'handleProps' | 'dragged'> | null
  price: string
  fact: ReactNode
  onEdit: (() => void) | null
  onArchive: () => void
}

/** A ticket type or an add-on in its list, with the handle that moves it. */
export function SortRow({
  id,
  name,
  description,
  sortable,
  price,
  fact,
  onEdit,
  onArchive,
}: SortRowProps) {
  return (
    <li
      {...sortable?.rowProps(id)}
      className={cx(
        'flex items-center gap-2 py-1.5',
        sortable?.dragged === id && 'bg-hover ring-1 ring-edge-strong',
      )}
    >
      {sortable && (
        <button
          type="button"
          {...sortable.handleProps(id)}
          aria-label={`Move ${name}: arrow keys up and down`}
          className="grid size-target shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:bg-hover hover:text-text active:cursor-grabbing"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
      )}
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <span className="min-w-0 flex-1 basis-40">
          <RowName name={name} onEdit={onEdit} />
          {description && <span className="block truncate text-sm text-muted">{description}</span>}
        </span>
        <span className="text-sm sm:text-end">
          <span className="figures block font-semibold whitespace-nowrap">{price}</span>
          <span className="block text-muted">{fact}</span>
        </span>
      </span>
      {onEdit && (
        <Menu
          align="end"
          trigger={
            <IconButton label={`More about ${name}`}>
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          <MenuItem onChoose={onEdit}>Edit</MenuItem>
          <MenuItem onChoose={onArchive}>Archive</MenuItem>
        </Menu>
      )}
    </li>
  )
}
