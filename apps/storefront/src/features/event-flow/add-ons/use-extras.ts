import { formatSelection, parseSelection, type Selection } from '@foyer/domain'
import { useState } from 'react'
import { useNavigate } from '../../../routing/hooks.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** The add-ons as the buyer sees them, ahead of the URL, which follows each tap. */
export function useExtras() {
  const { step, linkTo, search } = useEventFlow()
  const navigate = useNavigate()
  const [extras, setExtras] = useState<Selection>(() => parseSelection(search.addons))
  const change = (addOnId: string, quantity: number) => {
    const next = { ...extras, [addOnId]: quantity }
    setExtras(next)
    const addons = formatSelection(next)
    void navigate({ ...linkTo(step, { ...search, addons }), replace: true, resetScroll: false })
  }
  return [extras, change] as const
}
