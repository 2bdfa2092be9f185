import {
  ApiError,
  type ContactSettings,
  type DnsRecord,
  dnsRecordSchema,
  staffApi,
} from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { organizerQuery, queryClient } from '../../data/queries.ts'
import { currencies, locales } from '../../shared/choices.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { CheckField } from '../../shared/more-fields.tsx'
import { Section } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { DnsRecordBox } from './dns-record.tsx'
import { contactQuery } from './queries.ts'
import type { SettingsOrganizer } from './setting-part.tsx'

const TIME_ZONES = Intl.supportedValuesOf('timeZone')

/** The values of the form as they are stored. */
const valuesOf = ({ senderEmail: _, platformEmail: __, ...values }: ContactSettings) => values

/** What the DNS of a sender's domain needs; null for an address of the platform, or none. */
function senderRecord(email: string, platformEmail: string) {
  const [name, ours] = [email, platformEmail].map((address) => address.split('@')[1]?.trim())
  if (!name || !ours || name.toLowerCase() === ours) return null
  const include = `include:${ours}`
  return { type: 'TXT' as const, name, value: `v=spf1 ${include} ~all`, include }
}

/** Who mails come from, and language, money and time. */
export function ContactForm({
  organizer: { slug, name },
  contact,
}: {
  organizer: SettingsOrganizer
  contact: ContactSettings
}) {
  // What the DNS still lacks, as the last attempt to save found it.
  const [missing, setMissing] = useState<readonly DnsRecord[]>([])
  const showMissing = (error: unknown): never => {
    const records = error instanceof ApiError ? error.details.records : undefined
    setMissing(z.array(dnsRecordSchema).safeParse(records).data ?? [])
    throw error
  }
  const form = useOfficeForm({
    schema: staffApi.changeContact.body,
    values: valuesOf(contact),
    problems: {
      supportEmail: 'Enter an address that buyers may write to.',
      senderName: 'Use a name of up to 100 characters, without an address or a link.',
      replyTo: 'Enter an address, or leave the field empty.',
      isSender: 'Choose one.',
      locale: 'Choose a language.',
      currency: 'Choose a currency.',
      timeZone: 'Choose a time zone.',
    },
    send: async (body) => {
      const stored = await callOf(slug)(staffApi.changeContact, { body }).catch(showMissing)
      setMissing([])
      queryClient.setQueryData(contactQuery(slug).queryKey, stored)
      await queryClient.invalidateQueries(organizerQuery(slug))
      notify({ tone: 'success', title: 'Saved' })
      return valuesOf(stored)
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'sender_not_allowed'
        ? { field: 'isSender', message: error.textOrStatus }
        : null,
    shared: {
      valuesOf: (current) => {
        const read = staffApi.getContact.output.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: {
        supportEmail: 'Address for questions',
        senderName: 'Name of the sender',
        replyTo: 'Answers go to',
        isSender: 'Mails come from your address',
        locale: 'Language and region',
        currency: 'Currency',
        timeZone: 'Time zone',
      },
    },
  })
  const { supportEmail, isSender, senderName, locale } = form.watch()
  const from = isSender ? supportEmail : contact.platformEmail
  const needed = senderRecord(supportEmail, contact.platformEmail)
  return (
    <Form form={form} label="Mails, language and money" submit="Save" busyLabel="Saving">
      <Section title="Mails" description="Confirmations, tickets and news about an order.">
        <div className="flex max-w-form flex-col gap-5">
          <TextField
            form={form}
            name="supportEmail"
            label="Address for questions"
            type="email"
            hint="Shown in your shop and in your mails."
          />
          <TextField
            form={form}
            name="senderName"
            label="Name of the sender"
            mark="optional"
            hint={`Without one, mails come from “${name}”.`}
          />
          <TextField
            form={form}
            name="replyTo"
            label="Answers go to"
            type="email"
            mark="optional"
            hint="Without an address, answers go to the one for questions."
          />
          <CheckField
            form={form}
            name="isSender"
            label="Send mails from the address for questions"
            hint={`Otherwise mails come from ${contact.platformEmail}.`}
          />
          {isSender && needed && (
            <div className="flex flex-col gap-3 text-sm">
              <p className="text-muted">
                Receivers accept mails from {supportEmail} only if the DNS of its domain allows our
                mail server (SPF), and we only send them if it names you. Both are checked when you
                save, which also shows you the second record. If the domain has an SPF record
                already, add only <code>{needed.include}</code> to it: a domain has one.
              </p>
              <dl className="grid gap-3">
                {(missing.length > 0 ? missing : [needed]).map((record) => (
                  <DnsRecordBox key={record.name} record={record} />
                ))}
              </dl>
            </div>
          )}
          <p className="text-sm text-muted" aria-live="polite">
            Buyers read: <strong className="text-text">{senderName || name}</strong> &lt;{from}&gt;
          </p>
        </div>
      </Section>
      <Section
        title="Language, money and time"
        description="What new events and venues begin with."
      >
        <div className="grid max-w-form gap-5 sm:grid-cols-2">
          <SelectField
            form={form}
            name="locale"
            label="Language and region"
            hint="Of prices and dates."
          >
            {!locales.some(({ code }) => code === locale) && <option>{locale}</option>}
            {locales.map(({ code, name: language }) => (
              <option key={code} value={code}>
                {language}
              </option>
            ))}
          </SelectField>
          <SelectField
            form={form}
            name="currency"
            label="Currency"
            hint="Of new events. Events keep theirs."
          >
            {currencies.map(({ code, name: currency }) => (
              <option key={code} value={code}>
                {currency} ({code.toUpperCase()})
              </option>
            ))}
          </SelectField>
          <SelectField form={form} name="timeZone" label="Time zone" hint="Of new venues.">
            <option value="">None suggested</option>
            {TIME_ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
        </div>
      </Section>
    </Form>
  )
}
