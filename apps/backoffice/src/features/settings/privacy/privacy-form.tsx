import { KEPT_YEARS, type PrivacySettings, staffApi } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { notify } from '@foyer/ui'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { callOf } from '../../../data/client.ts'
import { queryClient } from '../../../data/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { Form, TextField } from '../../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../../shared/more-fields.tsx'
import { Section } from '../../../shared/page.tsx'
import { ExportButtons, fetched } from '../../../shared/save-table.tsx'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { privacyQuery } from '../queries.ts'

const isYears = (typed: string) =>
  typed.trim() === '' || (/^\d{1,2}$/.test(typed.trim()) && Number(typed) >= KEPT_YEARS.min)

const years = z.string().check(z.refine(isYears))

const formSchema = z
  .object({
    requiresTerms: z.boolean(),
    asksMarketing: z.boolean(),
    marketingText: z.string().check(z.maxLength(300)),
    keepPaidYears: years,
    keepFreeYears: years,
    version: z.string(),
  })
  .check(
    z.refine((values) => !values.asksMarketing || values.marketingText.trim() !== '', {
      path: ['marketingText'],
    }),
  )
type Values = z.output<typeof formSchema>

const typed = (count: number | null): string => (count === null ? '' : String(count))
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const valuesOf = (settings: PrivacySettings): Values => ({
  requiresTerms: settings.requiresTerms,
  asksMarketing: settings.asksMarketing,
  marketingText: settings.marketingText ?? '',
  keepPaidYears: typed(settings.keepPaidYears),
  keepFreeYears: typed(settings.keepFreeYears),
  version: settings.version,
})

const YEARS_PROBLEM = `Use a whole number from ${KEPT_YEARS.min} to ${KEPT_YEARS.max}, or leave it empty.`

const LABELS = {
  requiresTerms: 'Accepting the terms',
  asksMarketing: 'Asking for news',
  marketingText: 'What buyers agree to',
  keepPaidYears: 'Years of paid orders',
  keepFreeYears: 'Years of free orders',
} as const

interface PrivacyFormProps {
  organizer: { slug: string; role: Role }
  settings: PrivacySettings
}

/** What buyers accept at the checkout, and how long their data is stored. */
export function PrivacyForm({ organizer: { slug, role }, settings }: PrivacyFormProps) {
  const form = useOfficeForm({
    schema: formSchema,
    values: valuesOf(settings),
    problems: {
      requiresTerms: undefined,
      asksMarketing: undefined,
      marketingText: 'Write what buyers agree to, in up to 300 characters.',
      keepPaidYears: YEARS_PROBLEM,
      keepFreeYears: YEARS_PROBLEM,
    },
    send: async (values) => {
      const body = {
        ...values,
        marketingText: values.marketingText.trim() || null,
        keepPaidYears: numberOf(values.keepPaidYears),
        keepFreeYears: numberOf(values.keepFreeYears),
      }
      const stored = await callOf(slug)(staffApi.changePrivacy, { body })
      queryClient.setQueryData(privacyQuery(slug).queryKey, stored)
      notify({ tone: 'success', title: 'Saved', description: 'It counts from now on.' })
      return valuesOf(stored)
    },
    shared: {
      valuesOf: (current) => {
        const read = staffApi.getPrivacy.output.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: LABELS,
    },
  })
  const { asksMarketing } = form.watch()
  const { usualYears, termsVersion, marketingText } = settings
  return (
    <Form form={form} label="Privacy" submit="Save" busyLabel="Saving">
      <Section
        title="Terms at the checkout"
        description="Each order stores which version of your terms was accepted, and when."
      >
        <div className="flex max-w-form flex-col gap-3">
          <CheckField
            form={form}
            name="requiresTerms"
            label="Buyers tick that they accept the terms"
            hint="Without the tick nothing is ordered, also not by Apple Pay or Google Pay."
          />
          <p className="text-sm text-muted">
            The terms are the page{' '}
            <Link {...paths.sitePage(slug, 'terms')} className="underline underline-offset-4">
              Terms of Service
            </Link>
            {termsVersion === null
              ? '. Each change of it becomes a new version.'
              : `, version ${termsVersion}. Each change of it becomes the next version.`}
          </p>
        </div>
      </Section>
      <Section
        title="News by mail"
        description="A box of its own, never ticked in advance. Buyers take it back on the page of their order."
      >
        <div className="flex max-w-form flex-col gap-5">
          <CheckField form={form} name="asksMarketing" label="Ask buyers whether they want news" />
          {asksMarketing && (
            <TextAreaField
              form={form}
              name="marketingText"
              label="What buyers agree to"
              hint="Say who writes, about what and how often. Who ticked another text agreed to that text."
              rows={3}
              maxLength={300}
            />
          )}
          {marketingText !== null && may(role, 'buyers.export') && <ExportNews slug={slug} />}
        </div>
      </Section>
      <Section
        title="How long data is stored"
        description="Counted from the visit. After that, orders keep their number, dates and amounts, and name nobody."
      >
        <div className="grid max-w-form gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="keepPaidYears"
            label="Paid orders, years"
            hint={`${KEPT_YEARS.min} to ${KEPT_YEARS.max}. Empty: ${usualYears.paid}`}
            inputMode="numeric"
          />
          <TextField
            form={form}
            name="keepFreeYears"
            label="Free orders, years"
            hint={`${KEPT_YEARS.min} to ${KEPT_YEARS.max}. Empty: ${usualYears.free}`}
            inputMode="numeric"
          />
        </div>
        <p className="mt-4 max-w-form text-sm text-muted">
          Tax law in many countries asks for the papers of paid orders for 6 to 10 years. A shorter
          time erases older orders within a day, and cannot be undone.
        </p>
      </Section>
    </Form>
  )
}

const ExportNews = ({ slug }: { slug: string }) => (
  <ExportButtons
    label="Export who agreed"
    parts={() => fetched(callOf(slug)(staffApi.exportConsents, {}))}
    onSaved={(rows) => {
      const people = rows === 1 ? '1 person' : `${rows} people`
      notify({ tone: 'success', title: `${people} in the file` })
    }}
  />
)
