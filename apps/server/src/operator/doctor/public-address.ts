import { isLocalName } from '../../env-production.ts'
import { askDeployment, judgeDeployment, type PublicAddressOptions } from './deployment.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'
import { checkProxies } from './proxies.ts'
import { type Reply, sendRequest } from './send-request.ts'

const CERTIFICATE_WARNING_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Checks the site as buyers reach it, through DNS and every proxy, by requests from this machine.
 */
export async function checkPublicAddress(options: PublicAddressOptions): Promise<Finding[]> {
  const { publicUrl, ca } = options
  const name = 'public-address.reachable'
  if (!publicUrl) return [skipped(name, 'PUBLIC_URL is not set.')]
  const health = await sendRequest(`${publicUrl}/healthz`, { ca })
  if (!health.ok) {
    return [
      failed(
        name,
        `${publicUrl} cannot be reached: ${health.reason}.`,
        'Start the server, and check the DNS, the proxy and its certificate.',
      ),
    ]
  }
  const { reply } = health
  if (reply.status !== 200) {
    return [
      failed(
        name,
        `${publicUrl}/healthz is answered with ${reply.status}${reply.headers.location ? `, which leads to ${reply.headers.location}` : ''}.`,
        'Let the proxy pass every path of this host on to the server, and set PUBLIC_URL to the address where redirects end.',
      ),
    ]
  }
  const isHttps = publicUrl.startsWith('https:')
  const deployment = await askDeployment(options)
  return [
    ok(name, `${publicUrl} is answered.`),
    await checkReadiness(publicUrl, ca),
    ...(isHttps ? [judgeCertificate(reply), judgeHsts(reply), await checkRedirect(publicUrl)] : []),
    ...judgeDeployment(deployment, publicUrl),
    ...(await checkProxies(deployment, options)),
  ]
}

async function checkReadiness(publicUrl: string, ca: string | undefined): Promise<Finding> {
  const name = 'public-address.ready'
  const sent = await sendRequest(`${publicUrl}/readyz`, { ca })
  if (sent.ok && sent.reply.status === 200) return ok(name, 'The server is ready.')
  const what = sent.ok ? `/readyz is answered with ${sent.reply.status}` : sent.reason
  return failed(name, `The server is not ready: ${what}.`, 'Its answer names what is missing.')
}

export function judgeCertificate({ certificateEndsAt }: Pick<Reply, 'certificateEndsAt'>): Finding {
  const name = 'public-address.certificate'
  const days = Math.floor(((certificateEndsAt?.getTime() ?? 0) - Date.now()) / DAY_MS)
  const what = `The certificate is valid for ${days} more days.`
  return days < CERTIFICATE_WARNING_DAYS
    ? warning(name, what, 'Renew it, and look why that does not happen by itself.')
    : ok(name, what)
}

/** Checks the HSTS header: a proxy may remove it, or set another one. */
function judgeHsts({ headers }: Pick<Reply, 'headers'>): Finding {
  const name = 'public-address.hsts'
  const seconds = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  return seconds > 0
    ? ok(name, `Browsers keep to HTTPS for ${Math.round((seconds * 1000) / DAY_MS)} days.`)
    : failed(
        name,
        'Strict-Transport-Security does not arrive.',
        'Let the proxy pass it on as the server sends it.',
      )
}

async function checkRedirect(publicUrl: string): Promise<Finding> {
  const name = 'public-address.redirect'
  const { hostname, port } = new URL(publicUrl)
  if (port !== '' || isLocalName(hostname)) {
    return skipped(name, 'PUBLIC_URL has a port of its own, so no plain HTTP belongs to it.')
  }
  const sent = await sendRequest(`http://${hostname}/`)
  if (!sent.ok) return ok(name, 'Nothing is answered by plain HTTP.')
  const { status, headers } = sent.reply
  return status >= 300 && status < 400 && headers.location?.startsWith('https://')
    ? ok(name, 'Plain HTTP leads to HTTPS.')
    : failed(
        name,
        `http://${hostname}/ is answered with ${status}.`,
        `Let the proxy redirect it to ${publicUrl}/ (308).`,
      )
}
