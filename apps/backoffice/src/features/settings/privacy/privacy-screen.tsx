import { may } from '@foyer/domain'
import { Notice } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Page, Section } from '../../../shared/page.tsx'
import { privacyQuery } from '../queries.ts'
import { SettingPart, type SettingsOrganizer } from '../setting-part.tsx'
import { PersonSearch } from './person-search.tsx'
import { PrivacyForm } from './privacy-form.tsx'

/** What is stored about buyers. */
export function PrivacyScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const privacy = useQuery(privacyQuery(organizer.slug))
  return (
    <Page
      title="Privacy"
      description="What your shop stores about the people who buy from it, and what they may ask of you."
    >
      <SettingPart what="These settings" query={privacy} role={organizer.role}>
        {(data) => <PrivacyForm organizer={organizer} settings={data} />}
      </SettingPart>
      <Section
        className="mt-8"
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
