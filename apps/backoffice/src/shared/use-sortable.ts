import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

interface SortableOptions {
  /** The rows as they are stored. */
  ids: readonly string[]
  /** Whether the rows may be in this order; any order by default. */
  isAllowed?: (ids: readonly string[]) => boolean
  /** Stores an order. Until it resolves the new order is shown; if it rejects, the stored one again. */
  save: (ids: readonly string[]) => Promise<void>
}

/** How long nothing may be moved before the order is stored: arrow keys move a row step by step. */
const PAUSE_MS = 500

const moved = (ids: readonly string[], id: string, to: number): string[] => {
  const rest = ids.filter((other) => other !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/**
 * Rows that are put into another order by their handles: dragged with a pointer, or moved with the arrow
 * keys. A row has `rowProps`, its handle, a button, `handleProps`.
 */
export function useSortable({ ids, isAllowed = () => true, save }: SortableOptions) {
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  /** The handle that keeps the focus: the browser takes it from a node that moves. */
  const focused = useRef<string | null>(null)
  const latest = useRef(save)
  latest.current = save
  const shown = draft ?? ids

  useEffect(() => {
    if (!draft || dragged !== null) return
    const timer = setTimeout(() => {
      const done = () => setDraft((now) => (now === draft ? null : now))
      latest.current(draft).then(done, done)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, dragged])

  useEffect(() => {
    if (draft && focused.current) {
      document.querySelector<HTMLElement>(`[data-sort-handle="${focused.current}"]`)?.focus()
    }
  }, [draft])

  const put = (next: readonly string[]) => {
    if (isAllowed(next)) setDraft(next)
  }

  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    const to = shown.indexOf(id) + by
    focused.current = id
    if (to >= 0 && to < shown.length) put(moved(shown, id, to))
  }

  const onPointerMove = (id: string) => (event: PointerEvent) => {
    if (dragged !== id) return
    const from = shown.indexOf(id)
    const over = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest<HTMLElement>('[data-sort-row]'))
      .find((row) => row && row.dataset.sortRow !== id)
    const to = shown.indexOf(over?.dataset.sortRow ?? '')
    if (!over || to < 0) return
    // Rows differ in height: without the middle, two of them would change places again and again.
    const { top, height } = over.getBoundingClientRect()
    const isPast = to > from ? event.clientY > top + height / 2 : event.clientY < top + height / 2
    if (isPast) put(moved(shown, id, to))
  }

  return {
    ids: shown,
    dragged,
    rowProps: (id: string) => ({ 'data-sort-row': id }),
    handleProps: (id: string) => ({
      'data-sort-handle': id,
      onKeyDown: onKeyDown(id),
      onBlur: () => {
        if (document.visibilityState === 'visible') focused.current = null
      },
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(id)
      },
      onPointerMove: onPointerMove(id),
      onPointerUp: () => setDragged(null),
      onPointerCancel: () => {
        setDragged(null)
        setDraft(null)
      },
    }),
  }
}
