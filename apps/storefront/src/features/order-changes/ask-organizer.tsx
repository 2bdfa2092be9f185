import { Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useApp } from '../../shared/app-context.tsx'

interface AskOrganizerProps {
  title: string
  /** The subject of the mail, with the order's number. */
  subject: string
  children: ReactNode
}

/** For changes that this page cannot make: whom to ask, with a prepared mail. */
export function AskOrganizer({ title, subject, children }: AskOrganizerProps) {
  const { supportEmail, name } = useApp().tenant
  return (
    <Notice title={title}>
      {children}{' '}
      <a
        href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}
        className="font-semibold underline underline-offset-4"
      >
        Write to {name} at {supportEmail}
      </a>
    </Notice>
  )
}
