import type { Secrets } from '../../adapters/secrets.ts'
import {
  DEPLOYMENT_PATH,
  type DeploymentView,
  deploymentChallenge,
  deploymentView,
} from '../../http/deployment-route.ts'
import type { TrustedProxies } from '../../http/forwarded.ts'
import { judgeClock } from './database-settings.ts'
import { type Finding, failed, ok } from './finding.ts'
import { sendRequest } from './send-request.ts'

export interface PublicAddressOptions {
  publicUrl: string | null
  secrets: Secrets
  trustedProxies: TrustedProxies
  ca?: string | undefined
}

/** The answer from PUBLIC_URL; `view` is null if no server of this deployment answered. */
export interface Deployment {
  view: DeploymentView | null
  status: number
  setCookie: string
}

/**
 * Asks the server at PUBLIC_URL to prove that it belongs to this deployment, and to say how it sees
 * this request.
 */
export async function askDeployment(
  { publicUrl, secrets, ca }: PublicAddressOptions,
  headers: Record<string, string> = {},
): Promise<Deployment> {
  const { authorization, expected } = deploymentChallenge(secrets, Date.now())
  const sent = await sendRequest(`${publicUrl}${DEPLOYMENT_PATH}`, {
    headers: { authorization, ...headers },
    ca,
  })
  if (!sent.ok) return { view: null, status: 0, setCookie: '' }
  const { status, body, headers: received } = sent.reply
  const parsed = deploymentView.safeParse(jsonOf(body))
  const view = parsed.success && parsed.data.proof === expected ? parsed.data : null
  return { view, status, setCookie: received['set-cookie']?.join('\n') ?? '' }
}

export function judgeDeployment(
  { view, status, setCookie }: Deployment,
  publicUrl: string,
): Finding[] {
  const name = 'public-address.deployment'
  if (!view) {
    return [
      failed(
        name,
        `Another server answers at ${publicUrl}, or one with another APP_SECRET, or one whose clock is a quarter of an hour off (${status}).`,
        'Point the DNS and the proxy at this deployment, and start it with this APP_SECRET and version.',
      ),
    ]
  }
  const { host } = new URL(publicUrl)
  return [
    ok(name, `${publicUrl} leads to this deployment.`),
    view.host === host
      ? ok('public-address.host', 'The proxy passes Host on.')
      : failed(
          'public-address.host',
          `The server sees the host '${view.host}': organizers' own domains and subdomains cannot work.`,
          'Let the proxy pass Host on as it came (nginx: proxy_set_header Host $http_host).',
        ),
    judgeClock('public-address.clock', view.now - Date.now(), 'the server'),
    judgeCookie(setCookie, publicUrl.startsWith('https:')),
  ]
}

/**
 * Checks the browser's cookie. A proxy may rewrite cookies; if it adds a Domain, browsers refuse
 * the __Host- prefix.
 */
function judgeCookie(setCookie: string, isHttps: boolean): Finding {
  const name = 'public-address.cookie'
  const parts = setCookie.toLowerCase().split(/;\s*/)
  const wanted = ['httponly', 'samesite=lax', 'path=/', ...(isHttps ? ['secure'] : [])]
  const missing = wanted.filter((attribute) => !parts.includes(attribute))
  const hasName = setCookie.startsWith(isHttps ? '__Host-foyer_browser=' : 'foyer_browser=')
  const hasDomain = parts.some((part) => part.startsWith('domain='))
  return missing.length === 0 && hasName && !hasDomain
    ? ok(name, 'The cookie of browsers arrives as it was sent.')
    : failed(
        name,
        `The cookie of browsers is changed on its way${missing.length > 0 ? `: it lacks ${missing.join(', ')}` : ''}.`,
        'Let the proxy leave Set-Cookie alone.',
      )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
