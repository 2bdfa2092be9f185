import type { Me } from '@foyer/contract'
import { ROLE_TEXTS } from '@foyer/domain'
import { buttonStyle, EmptyState } from '@foyer/ui'
import { ChevronRight, Plus } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { Page } from '../../shared/page.tsx'

/** For people who work for several organizers, or for none. */
export function ChooseScreen({ me }: { me: Me }) {
  if (me.organizers.length === 0) {
    return (
      <Page title="Organizers">
        <EmptyState
          title="You are on no team"
          actions={
            me.mayRegister && (
              <Link {...paths.newOrganizer()} className={buttonStyle('primary')}>
                Register an organizer
              </Link>
            )
          }
        >
          {me.mayRegister
            ? 'Register the organizer that you sell for, or ask somebody of its team to invite '
            : 'Ask somebody of the team to invite '}
          {me.email}.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title="Organizers"
      description="Whose office do you want to open?"
      actions={
        me.mayRegister && (
          <Link {...paths.newOrganizer()} className={buttonStyle('quiet')}>
            <Plus aria-hidden="true" className="size-4" />
            Register an organizer
          </Link>
        )
      }
    >
      <ul className="divide-y divide-edge rounded-lg border border-edge">
        {me.organizers.map(({ slug, name, role }) => (
          <li key={slug}>
            <Link
              {...paths.home(slug)}
              className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-display text-lg font-bold">{name}</span>
                <span className="block text-sm text-muted">/{slug}</span>
              </span>
              <span className="text-sm text-muted">{ROLE_TEXTS[role].name}</span>
              <ChevronRight aria-hidden="true" className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
