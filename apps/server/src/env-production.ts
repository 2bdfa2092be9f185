/** The environment variables without the empty ones. */
export type GivenVariables = Readonly<Record<string, string | undefined>>

/**
 * The variables that a server in production requires. An embedded database is not enough: it runs
 * only while its one process runs, it has no backups, and its account is a superuser.
 */
const REQUIRED = [
  'APP_SECRET',
  'DATABASE_URL',
  'PUBLIC_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
] as const

/**
 * The rule for NODE_ENV=production, at the start and in the doctor: null, or one sentence that
 * names every missing variable. DEMO=1 declares a demonstration, where payments may be emulated and
 * mails are not sent; it still needs a secret, since otherwise each process would make its own.
 */
export function missingInProduction(given: GivenVariables): string | null {
  const isDemo = given.DEMO === '1'
  const needed = isDemo ? (['APP_SECRET'] as const) : REQUIRED
  const missing = needed.filter((name) => !given[name])
  if (missing.length === 0) return null
  const wayOut = isDemo ? '' : ', or set DEMO=1 for a demonstration without real payments and mails'
  return `NODE_ENV=production needs ${listed(missing)} (see docs/operations.md)${wayOut}.`
}

/**
 * Returns null, or why this PUBLIC_URL would be unsafe: cookies and orders would be sent
 * unencrypted.
 */
export function problemOfPublicUrl(publicUrl: string, isDemo: boolean): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isDemo || isLocalName(hostname)) return null
  return 'PUBLIC_URL must begin with https:// when NODE_ENV=production'
}

/** Whether a host name, as written in a URL, can only refer to this machine. */
export const isLocalName = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
