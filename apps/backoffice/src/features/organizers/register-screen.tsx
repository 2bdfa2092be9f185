import { ApiError, type Me, staffApi } from '@foyer/contract'
import { isBrandSlug, PLATFORM_HUE } from '@foyer/domain'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../data/client.ts'
import { meQuery, queryClient } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { currencies, LOCALES, locales } from '../../shared/choices.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { HueField } from '../../shared/hue-field.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { slugOf } from './slug.ts'

interface RegisterScreenProps {
  me: Me
  /** Shows a hue on the whole app, as a preview. */
  onHue: (hue: number) => void
}

/** A new organizer. Everything here can be changed later, except the address. */
export function RegisterScreen({ me, onHue }: RegisterScreenProps) {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.registerOrganizer.body,
    values: {
      name: '',
      slug: '',
      supportEmail: me.email,
      currency: 'usd',
      locale: LOCALES.includes(navigator.language) ? navigator.language : 'en-US',
      hue: PLATFORM_HUE,
    },
    problems: {
      name: 'Enter the name that buyers know.',
      slug: 'Use 2 to 63 small letters, digits and hyphens.',
      supportEmail: 'Enter an address that buyers may write to.',
    },
    send: async (body) => {
      const { slug } = await call(staffApi.registerOrganizer, { body })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      await navigate(paths.home(slug))
    },
    fieldOf: (error) =>
      error instanceof ApiError &&
      (error.code === 'slug_taken' || error.code === 'slug_not_allowed')
        ? { field: 'slug', message: error.textOrStatus }
        : null,
  })
  const name = form.watch('name')
  const slug = form.watch('slug')
  const hue = form.watch('hue')
  const isFree = slug === '' || isBrandSlug(slug.trim().toLowerCase())
  return (
    <Page
      title="Name your shop"
      description="You can change all of this later, except the address."
    >
      <Form form={form} submit="Register" busyLabel="Registering">
        <Section title="Name and address" description="What buyers read at the top of every page.">
          <div className="flex max-w-form flex-col gap-5">
            <TextField
              form={form}
              name="name"
              label="Name"
              autoComplete="organization"
              onInput={({ currentTarget }) => {
                // The address follows the name until somebody types another one.
                if (slug === slugOf(name)) form.setValue('slug', slugOf(currentTarget.value))
              }}
            />
            <TextField
              form={form}
              name="slug"
              label="Address"
              hint={
                isFree
                  ? `${location.origin}/${slug || 'your-name'}`
                  : `“${slug}” is reserved. Choose another one.`
              }
              spellCheck={false}
              autoCapitalize="none"
            />
          </div>
        </Section>
        <Section title="Money and language" description="How prices and dates are written.">
          <div className="grid max-w-form gap-5 sm:grid-cols-2">
            <SelectField form={form} name="currency" label="Currency">
              {currencies.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name} ({code.toUpperCase()})
                </option>
              ))}
            </SelectField>
            <SelectField form={form} name="locale" label="Language and region">
              {locales.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </Section>
        <Section title="Questions of buyers" description="Shown in your shop and in your mails.">
          <div className="max-w-form">
            <TextField
              form={form}
              name="supportEmail"
              label="E-mail address"
              type="email"
              autoComplete="email"
            />
          </div>
        </Section>
        <Section
          title="Colour"
          description="Of the one button that matters. It is readable in both themes."
        >
          <HueField
            hue={hue ?? PLATFORM_HUE}
            onChange={(next) => {
              form.setValue('hue', next)
              onHue(next)
            }}
          />
        </Section>
      </Form>
    </Page>
  )
}
