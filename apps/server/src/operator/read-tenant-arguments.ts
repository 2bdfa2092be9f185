import {
  CURRENCIES,
  hostNameOf,
  isBrandSlug,
  isEmail,
  isOrderLookup,
  isSitePageSlug,
  ORDER_LOOKUPS,
  SITE_PAGE_SLUGS,
} from '@foyer/domain'
import { readPolicy } from '../features/catalog/editing/index.ts'
import type { PageChange, TenantChange } from '../features/tenants/editing/change-tenant.ts'
import { OperatorError } from './command.ts'

/** The command's arguments, as `parseArgs` returns them. */
export type TenantArguments = Partial<
  Record<
    | 'name'
    | 'tagline'
    | 'footer'
    | 'email'
    | 'hue'
    | 'currency'
    | 'locale'
    | 'order-lookup'
    | 'change-policy'
    | 'instagram'
    | 'facebook'
    | 'x'
    | 'domain'
    | 'remove-domain'
    | 'logo'
    | 'page'
    | 'title'
    | 'body',
    string
  > &
    Record<'create' | 'main' | 'remove-logo' | 'remove-page' | 'remove-change-policy', boolean>
>

interface Surroundings {
  readFile(path: string): Promise<Buffer>
  /** The host of PUBLIC_URL, which no tenant may have; null if it is not set. */
  mainHost: string | null
}

/** Validates the arguments. Throws {@link OperatorError} with a message for the operator. */
export async function readChange(
  slug: string,
  typed: TenantArguments,
  { readFile, mainHost }: Surroundings,
): Promise<TenantChange> {
  // A tenant whose slug was reserved later can still be changed, for example to add a domain.
  if (typed.create && !isBrandSlug(slug)) {
    throw new OperatorError(
      `'${slug}' can't be an organizer's: small letters, digits and hyphens, and no address of the product's own.`,
    )
  }
  check(
    !typed.create || Boolean(typed.name && typed.email && typed.hue),
    'A new organizer needs --name, --email and --hue.',
  )
  const read = (path: string) =>
    readFile(path).catch(({ message }: Error) => {
      throw new OperatorError(message)
    })
  return {
    slug,
    isNew: typed.create ?? false,
    ...columnsOf(typed),
    ...(await policyOf(typed, read)),
    domain: typed.domain === undefined ? null : readDomain(typed.domain, mainHost),
    isMainDomain: typed.main ?? false,
    removedDomain: typed['remove-domain'] ? hostNameOf(typed['remove-domain']) : null,
    logo: typed['remove-logo']
      ? { kind: 'remove' }
      : typed.logo === undefined
        ? null
        : { kind: 'set', bytes: await read(typed.logo) },
    page: await pageOf(typed, read),
  }
}

function columnsOf(typed: TenantArguments): Pick<TenantChange, 'look' | 'contact' | 'terms'> {
  const { name, email, hue, currency, locale } = typed
  if (name !== undefined) check(name.trim() !== '', 'A name can’t be empty.')
  if (email !== undefined) check(isEmail(email), `'${email}' is no address.`)
  if (hue !== undefined) {
    check(/^\d{1,3}(\.\d+)?$/.test(hue) && Number(hue) < 360, `'${hue}' is no hue from 0 to 359.`)
  }
  if (currency !== undefined) {
    check(Object.hasOwn(CURRENCIES, currency), `'${currency}' is no currency that can be charged.`)
  }
  if (locale !== undefined) check(isLocale(locale), `'${locale}' is no locale like en-US.`)
  const lookup = typed['order-lookup']
  if (lookup !== undefined) {
    check(isOrderLookup(lookup), `'${lookup}' is none of ${ORDER_LOOKUPS.join(', ')}.`)
  }
  return {
    look: {
      name,
      tagline: typed.tagline,
      footer_text: typed.footer,
      hue: hue === undefined ? undefined : Number(hue),
      instagram_url: linkOf(typed.instagram),
      facebook_url: linkOf(typed.facebook),
      x_url: linkOf(typed.x),
    },
    // The operator sets up the mail server for the address.
    contact: { support_email: email, sender_email: email, currency, locale },
    terms: { order_lookup: lookup },
  }
}

/** The policy in a JSON file; without one it stays as it is. */
async function policyOf(
  typed: TenantArguments,
  read: (path: string) => Promise<Buffer>,
): Promise<Pick<TenantChange, 'policy'>> {
  if (typed['remove-change-policy']) return { policy: null }
  const path = typed['change-policy']
  if (path === undefined) return {}
  const policy = readPolicy(parsedJson(path, (await read(path)).toString('utf8')))
  if (!policy.ok) throw new OperatorError(policy.refusal.message)
  return { policy: policy.value }
}

function parsedJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`'${path}' is no JSON.`)
  }
}

function check(isFit: boolean, problem: string): void {
  if (!isFit) throw new OperatorError(problem)
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function linkOf(url: string | undefined): string | null | undefined {
  if (url === undefined) return undefined
  if (url === '') return null
  check(url.startsWith('https://') && URL.canParse(url), `'${url}' is no https:// address.`)
  return url
}

function readDomain(typed: string, mainHost: string | null): string {
  const host = hostNameOf(typed)
  const isHost = /^[a-z0-9][a-z0-9-]{0,62}(\.[a-z0-9][a-z0-9-]{0,62})+$/.test(host)
  check(isHost && !/^[\d.]+$/.test(host), `'${typed}' is no domain like tickets.example.com.`)
  check(
    mainHost === null || (host !== mainHost && host !== `www.${mainHost}`),
    `'${host}' is the main host, which all tenants share.`,
  )
  return host
}

async function pageOf(
  typed: TenantArguments,
  read: (path: string) => Promise<Buffer>,
): Promise<PageChange | null> {
  const { page: slug, title, body } = typed
  if (slug === undefined) return null
  if (!isSitePageSlug(slug)) {
    throw new OperatorError(`'${slug}' is none of ${SITE_PAGE_SLUGS.join(', ')}.`)
  }
  if (typed['remove-page']) return { kind: 'remove', slug }
  if (!title || !body) throw new OperatorError('A page has a --title and a --body, a file.')
  return { kind: 'set', slug, title, body: (await read(body)).toString('utf8') }
}
