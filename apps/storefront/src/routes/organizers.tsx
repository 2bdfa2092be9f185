import { buttonStyle } from '@foyer/ui'
import { Link } from '../routing/link.tsx'
import { paths } from '../routing/paths.ts'
import { useApp } from '../shared/app-context.tsx'
import { PageHead } from '../shared/page/page-head.tsx'

/** The target of 'Organizer Login' unless ORGANIZER_ADMIN_URL is set. */
export function OrganizersPage() {
  const { tenant } = useApp()
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead
        title="Organizer Login"
        description="Sign-in for organizers."
        canonicalPath="/admin"
        isUnlisted
      />
      <h1 className="font-display text-title font-bold">Organizer Login</h1>
      <div className="mt-5 grid max-w-prose gap-4 text-base">
        <p>Organizers can’t sign in on this site yet.</p>
        <p className="text-muted">To change an event, please write to {tenant.supportEmail}.</p>
      </div>
      <Link {...paths.eventList()} className={buttonStyle('quiet', 'lg', 'mt-8')}>
        Back to Events
      </Link>
    </div>
  )
}
