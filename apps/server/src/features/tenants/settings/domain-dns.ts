import type { DnsRecord, Finding } from '@foyer/contract'
import type { Context, Tenant } from '../../../context.ts'

/** The host that all organizers share, and that their own domains lead to. */
export const mainHostOf = ({ origin }: Pick<Context, 'origin'>): string =>
  new URL(origin()).hostname

/** Before the domain, in the name of the record that proves whose it is. */
const PROOF_LABEL = '_foyer'

/** What the organizer enters where the domain is managed. */
export const recordsOf = (
  context: Pick<Context, 'origin' | 'secrets'>,
  tenant: Tenant,
  host: string,
): DnsRecord[] => [
  { type: 'CNAME', name: host, value: mainHostOf(context) },
  proofRecordOf(context, tenant, host),
]

/** The record that proves that a domain belongs to an organizer. */
export const proofRecordOf = (
  context: Pick<Context, 'secrets'>,
  tenant: Tenant,
  host: string,
): DnsRecord => ({
  type: 'TXT',
  name: `${PROOF_LABEL}.${host}`,
  value: proofOf(context, tenant, host),
})

/** Whether the DNS of a domain names an organizer now. */
export async function isProven(
  context: Pick<Context, 'dns' | 'secrets'>,
  tenant: Tenant,
  host: string,
): Promise<boolean> {
  const { name, value } = proofRecordOf(context, tenant, host)
  return (await context.dns.texts(name)).includes(value)
}

const proofOf = ({ secrets }: Pick<Context, 'secrets'>, { id, slug }: Tenant, host: string) =>
  `foyer=${slug}.${secrets.domainProof(id, host)}`

/**
 * Compares the DNS of a domain with its records. A domain without a name before it, such as
 * example.com, can have no CNAME: there it is enough that it has an address of the main host. The
 * proof keeps organizers from taking domains of others that lead here already.
 */
export async function findingsOf(
  context: Pick<Context, 'origin' | 'secrets' | 'dns'>,
  tenant: Tenant,
  host: string,
): Promise<Finding[]> {
  const { dns } = context
  const mainHost = mainHostOf(context)
  const [aliases, own, ours, texts] = await Promise.all([
    dns.aliases(host),
    dns.addresses(host),
    dns.addresses(mainHost),
    dns.texts(`${PROOF_LABEL}.${host}`),
  ])
  const leads =
    aliases.some((alias) => alias.replace(/\.$/, '').toLowerCase() === mainHost) ||
    own.some((address) => ours.includes(address))
  return [
    { what: 'leads', isRight: leads, found: shown(aliases.length > 0 ? aliases : own) },
    {
      what: 'owned',
      isRight: texts.includes(proofOf(context, tenant, host)),
      found: shown(texts),
    },
  ]
}

/** What somebody else's DNS contains may be long. */
const shown = (values: readonly string[]): string[] =>
  values.slice(0, 4).map((value) => value.slice(0, 120))

/**
 * What the DNS of a sender's domain still lacks. Its SPF record has to include the platform's domain, so
 * that receivers accept the mails as the organizer's own; that says that the domain trusts the platform, not
 * that this organizer has the domain. So a record has to name the organizer as well.
 */
export async function missingForSender(
  context: Pick<Context, 'dns' | 'secrets'>,
  tenant: Tenant,
  email: string,
  platformEmail: string,
): Promise<DnsRecord[]> {
  const [domain, ours] = [domainOf(email), domainOf(platformEmail)]
  const proof = proofRecordOf(context, tenant, domain)
  const [own, proofs] = await Promise.all([
    context.dns.texts(domain),
    context.dns.texts(proof.name),
  ])
  const spf = own.find((text) => /^v=spf1(\s|$)/i.test(text)) ?? ''
  const isAllowed = spf.toLowerCase().split(/\s+/).includes(`include:${ours}`)
  return [
    ...(isAllowed
      ? []
      : [{ type: 'TXT' as const, name: domain, value: `v=spf1 include:${ours} ~all` }]),
    ...(proofs.includes(proof.value) ? [] : [proof]),
  ]
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
