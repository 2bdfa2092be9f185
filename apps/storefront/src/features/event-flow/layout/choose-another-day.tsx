import { buttonStyle } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

/** Leads back to the calendar with all choices except the time, which belongs to the chosen day. */
export function ChooseAnotherDay({ variant = 'quiet' }: { variant?: 'primary' | 'quiet' }) {
  const { linkTo, search } = useEventFlow()
  return (
    <Link {...linkTo('date', { ...search, session: undefined })} className={buttonStyle(variant)}>
      Choose another day
    </Link>
  )
}
