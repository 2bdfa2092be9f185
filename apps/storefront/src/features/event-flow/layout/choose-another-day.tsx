import { buttonStyle } from '@foyer/ui'
import { Link } from '@tanstack/react-router'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { linkTo } from '../engine/links.ts'

/** Back to the calendar with everything but the time, which was one of the chosen day. */
export function ChooseAnotherDay({ variant = 'quiet' }: { variant?: 'primary' | 'quiet' }) {
  const { event, search } = useEventFlow()
  return (
    <Link
      {...linkTo('date', event.id, { ...search, session: undefined })}
      className={buttonStyle(variant)}
    >
      Choose another day
    </Link>
  )
}
