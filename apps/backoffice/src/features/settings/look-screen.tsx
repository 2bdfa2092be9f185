import { type Look, staffApi } from '@foyer/contract'
import { may, SITE_PAGE_NAMES } from '@foyer/domain'
import { notify } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { organizerQuery, queryClient } from '../../data/queries.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { HueField } from '../../shared/hue-field.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { ContrastTable } from './contrast-table.tsx'
import { LogoField } from './logo-field.tsx'
import { lookQuery } from './queries.ts'
import { SettingPart, type SettingsOrganizer } from './setting-part.tsx'
import { ShopPreview } from './shop-preview.tsx'

/** The pages that show most of a look. */
const PAGES = [
  { path: '/', name: 'Events' },
  { path: '/pages/help', name: SITE_PAGE_NAMES.help },
  { path: '/manage-order', name: 'Find an order' },
] as const

export function LookScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const look = useQuery(lookQuery(organizer.slug))
  return (
    <Page title="Look" description="What buyers see of you on every page of your shop.">
      <SettingPart what="The look" query={look} role={organizer.role}>
        {(data) => <LookForm organizer={organizer} look={data} />}
      </SettingPart>
    </Page>
  )
}

/** The values of the form of a look as it is stored. */
const valuesOf = ({ logo: _, ...values }: Look) => values

function LookForm({
  organizer: { slug: organizer, role },
  look,
}: {
  organizer: SettingsOrganizer
  look: Look
}) {
  const form = useOfficeForm({
    schema: staffApi.changeLook.body,
    values: valuesOf(look),
    problems: {
      name: 'Enter the name that buyers know.',
      tagline: 'Use up to 160 characters.',
      footerText: 'Use up to 1,000 characters.',
      instagramUrl: 'Enter an address that begins with https://.',
      facebookUrl: 'Enter an address that begins with https://.',
      xUrl: 'Enter an address that begins with https://.',
      logoFile: 'Upload the logo once more.',
      hue: 'Choose a colour.',
    },
    send: async (body) => {
      const stored = await callOf(organizer)(staffApi.changeLook, { body })
      queryClient.setQueryData(lookQuery(organizer).queryKey, stored)
      await queryClient.invalidateQueries(organizerQuery(organizer))
      notify({ tone: 'success', title: 'Saved', description: 'Buyers see it from now on.' })
      return valuesOf(stored)
    },
    shared: {
      valuesOf: (current) => {
        const read = staffApi.getLook.output.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: {
        name: 'Name',
        tagline: 'Tagline',
        hue: 'Colour',
        footerText: 'Footer',
        instagramUrl: 'Instagram',
        facebookUrl: 'Facebook',
        xUrl: 'X',
        logoFile: 'Logo',
      },
    },
  })
  const draft = form.watch()
  return (
    <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
      <Form form={form} label="Look" submit="Save" busyLabel="Saving" className="max-w-form">
        <Section isStacked title="Name">
          <div className="flex flex-col gap-5">
            <TextField form={form} name="name" label="Name" autoComplete="organization" />
            <TextField
              form={form}
              name="tagline"
              label="Tagline"
              mark="optional"
              hint="One line under the name, on the first page."
            />
          </div>
        </Section>
        <Section
          isStacked
          title="Colour"
          description="Of the one action that matters on each page. All other colours follow from it."
        >
          <HueField
            hue={draft.hue}
            onChange={(hue) => form.setValue('hue', hue, { shouldDirty: true })}
            hasEvery
          />
          <ContrastTable hue={draft.hue} />
        </Section>
        <Section isStacked title="Logo" description="Instead of our mark, beside your name.">
          <LogoField
            id={form.idOf('logoFile')}
            organizer={organizer}
            file={draft.logoFile}
            problem={form.problemOf('logoFile')}
            onChange={(file) => form.setValue('logoFile', file, { shouldDirty: true })}
          />
        </Section>
        <Section isStacked title="Footer" description="At the end of every page and mail.">
          <div className="flex flex-col gap-5">
            <TextAreaField
              form={form}
              name="footerText"
              label="Text"
              mark="optional"
              hint="Your company and its address, for example. Without a text, the tagline is shown."
              rows={3}
            />
            <TextField form={form} name="instagramUrl" label="Instagram" mark="optional" />
            <TextField form={form} name="facebookUrl" label="Facebook" mark="optional" />
            <TextField form={form} name="xUrl" label="X" mark="optional" />
          </div>
        </Section>
      </Form>
      {may(role, 'settings.change') && (
        <div className="xl:sticky xl:top-6 xl:self-start">
          <ShopPreview
            draft={draft}
            pages={PAGES}
            prepare={async () => {
              const body = staffApi.previewLook.body.safeParse(draft)
              if (!body.success) return null
              return callOf(organizer)(staffApi.previewLook, { body: body.data })
            }}
          />
        </div>
      )}
    </div>
  )
}
