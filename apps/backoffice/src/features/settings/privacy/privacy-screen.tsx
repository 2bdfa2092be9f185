import { may } from '@foyer/domain'
import { Notice } from '@foyer/ui'
import { Page, Section } from '../../../shared/page.tsx'
import type { SettingsOrganizer } from '../setting-part.tsx'
import { PersonSearch } from './person-search.tsx'

/** What is stored about buyers. */
export function PrivacyScreen({ organizer }: { organizer: SettingsOrganizer }) {
  return (
    <Page
      title="Privacy"
      description="What your shop stores about the people who buy from it, and what they may ask of you."
    >
      <Section
        title="One person's data"
        description="Somebody may ask what you store about them, ask for a copy, or ask you to erase it. People are told apart by their e-mail address."
      >
        {may(organizer.role, 'privacy.change') ? (
          <PersonSearch organizer={organizer} />
        ) : (
          <Notice title="An owner or a manager does this">
            Ask one of them: your role does not see what is stored about a person.
          </Notice>
        )}
      </Section>
    </Page>
  )
}
