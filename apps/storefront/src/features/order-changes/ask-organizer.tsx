import { Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useApp } from '../../shared/app-context.tsx'

interface AskOrganizerProps {
  title: string
  /** What the mail is about; the order's number goes with it. */
  subject: string
  children: ReactNode
}

/** For what cannot be done on this page: who can do it, and a mail that says what is wanted. */
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
