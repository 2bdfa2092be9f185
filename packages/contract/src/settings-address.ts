import { isTimeZone, plainName } from '@foyer/domain'
import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { email, locale, supportedCurrency, text, version } from './fields.ts'
import { BACK_OFFICE, STAFF_LINK } from './limits.ts'
import { SETTING_ERRORS } from './settings.ts'

/** The settings of an organizer: its addresses, who its mails come from, language and money. */

const host = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(4), z.maxLength(253))
  .check(
    z.refine(
      (name) =>
        /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/.test(name) &&
        !/^[\d.]+$/.test(name),
      { error: 'Must be a domain, like tickets.example.com' },
    ),
  )

/** A record that the organizer enters where the domain is managed. */
export const dnsRecordSchema = z.object({
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
})

export type DnsRecord = z.output<typeof dnsRecordSchema>

const domainSchema = z.object({
  host: z.string(),
  /** 'waiting': its DNS does not prove yet that it leads here. */
  state: z.enum(['active', 'waiting']),
  /** Whether links of mails and search engines use it. */
  isMain: z.boolean(),
  records: z.array(dnsRecordSchema),
})

const domainsSchema = z.object({
  /** The name of the shop in its address on the main host, which never changes. */
  slug: z.string(),
  /** That address. */
  path: z.string(),
  /** The address that links use now. */
  siteUrl: z.string(),
  /** The main one first, then by name. */
  domains: z.array(domainSchema),
})
export type Domains = z.output<typeof domainsSchema>

/** What a look at the DNS found of one thing. */
const findingSchema = z.object({
  /** 'leads': whether the domain leads here. 'owned': whether it names this organizer. */
  what: z.enum(['leads', 'owned']),
  isRight: z.boolean(),
  /** What is there instead; empty if there is nothing. */
  found: z.array(z.string()),
})

export type Finding = z.output<typeof findingSchema>

const contactFields = {
  supportEmail: email,
  /** The name that mails come from; empty: the organizer's. */
  senderName: text(100, 0).check(
    z.refine((name) => plainName(name) === name.trim() && !/[<>"\\]/.test(name), {
      error: 'Must be a name, without an address or a link',
    }),
  ),
  /** Where answers to mails go; empty: the support address. */
  replyTo: z.union([z.literal(''), email]),
  /** Whether mails come from the support address; otherwise from the platform's. */
  isSender: z.boolean(),
  locale,
  currency: supportedCurrency,
  /** Of new venues; empty: none is suggested. */
  timeZone: z.string().check(
    z.maxLength(60),
    z.refine((zone) => zone === '' || isTimeZone(zone), {
      error: 'Must be a time zone, like Europe/Paris',
    }),
  ),
}

const contactSchema = z.object({
  ...contactFields,
  /** The address that mails come from now. */
  senderEmail: z.string(),
  /** The platform's address, from which mails come otherwise. */
  platformEmail: z.string(),
  version,
})
export type ContactSettings = z.output<typeof contactSchema>

export const settingsAddress = {
  getDomains: endpoint({
    method: 'GET',
    path: '/api/admin/settings/domains',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The addresses of the shop, and what to enter into the DNS for those that wait',
    output: domainsSchema,
    errors: [...STAFF_ERRORS],
  }),
  addDomain: endpoint({
    method: 'POST',
    path: '/api/admin/settings/domains',
    access: recentStaffWho('settings.change'),
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Notes a domain that the shop shall have, once its DNS proves it',
    status: 201,
    body: z.object({ host }),
    output: domainsSchema,
    errors: [...RECENT_STAFF_ERRORS, 'domain_not_allowed', 'too_many_domains'],
  }),
  checkDomain: endpoint({
    method: 'POST',
    path: '/api/admin/settings/domains/:host/check',
    access: staffWho('settings.change'),
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Looks at the DNS of a domain; if it is right, the shop has the domain from now on',
    params: z.object({ host }),
    output: z.object({ domains: domainsSchema, findings: z.array(findingSchema) }),
    errors: [...STAFF_ERRORS, 'domain_not_found', 'domain_taken'],
  }),
  makeMainDomain: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/main-domain',
    access: recentStaffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Chooses the address that links of mails and search engines use; null: the path',
    body: z.object({ host: z.nullable(host) }),
    output: domainsSchema,
    errors: [...RECENT_STAFF_ERRORS, 'domain_not_found'],
  }),
  removeDomain: endpoint({
    method: 'DELETE',
    path: '/api/admin/settings/domains/:host',
    access: recentStaffWho('settings.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Removes a domain: the shop no longer answers there',
    params: z.object({ host }),
    output: domainsSchema,
    errors: [...RECENT_STAFF_ERRORS, 'domain_not_found'],
  }),
  getContact: endpoint({
    method: 'GET',
    path: '/api/admin/settings/contact',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Who mails come from, where questions go, and language, money and time',
    output: contactSchema,
    errors: [...STAFF_ERRORS],
  }),
  changeContact: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/contact',
    access: recentStaffWho('settings.change'),
    admission: 'finish',
    limits: STAFF_LINK,
    summary:
      'Changes them; mails come from an own address only if the DNS of its domain allows the platform',
    body: z.object({ ...contactFields, version }),
    output: contactSchema,
    errors: [...SETTING_ERRORS, 'sign_in_again', 'sender_not_allowed'],
  }),
} as const
