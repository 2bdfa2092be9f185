import { useQuery } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { ContactForm } from './contact-form.tsx'
import { DomainsSection } from './domains-section.tsx'
import { contactQuery, domainsQuery } from './queries.ts'
import { SettingPart, type SettingsOrganizer } from './setting-part.tsx'

export function AddressScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const { slug, role } = organizer
  const domains = useQuery(domainsQuery(slug))
  const contact = useQuery(contactQuery(slug))
  return (
    <Page
      title="Address and mails"
      description="Where buyers find your shop, who its mails come from, and its language and money."
    >
      <SettingPart what="The addresses" query={domains} role={role}>
        {(data) => <DomainsSection organizer={slug} domains={data} />}
      </SettingPart>
      <div className="border-t border-edge pt-8">
        <SettingPart what="Mails, language and money" query={contact} role={role}>
          {(data) => <ContactForm organizer={organizer} contact={data} />}
        </SettingPart>
      </div>
    </Page>
  )
}
