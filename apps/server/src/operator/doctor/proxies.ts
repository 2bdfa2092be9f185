import type { DeploymentView } from '../../http/deployment-route.ts'
import type { TrustedProxies } from '../../http/forwarded.ts'
import { askDeployment, type Deployment, type PublicAddressOptions } from './deployment.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'

/** An address reserved for documentation (RFC 5737). */
const INVENTED = '203.0.113.77'

/**
 * Checks that the server trusts the right proxies, by a request that claims to come from another
 * address.
 */
export async function checkProxies(
  plain: Deployment,
  options: PublicAddressOptions,
): Promise<Finding[]> {
  const name = 'public-address.proxies'
  if (!plain.view) return [skipped(name, 'No server of this deployment answered.')]
  const { view: lying } = await askDeployment(options, { 'x-forwarded-for': INVENTED })
  if (!lying) return [skipped(name, 'The server did not answer a second time.')]
  return [judgeProxies(plain.view, lying, options.trustedProxies)]
}

type Seen = Pick<DeploymentView, 'address' | 'forwardedFor'>

/**
 * `plain` is how the server saw an ordinary request; `lying` is how it saw one with an invented
 * X-Forwarded-For entry. Proxies that append leave that entry on the left, so the number of entries
 * after it is the number of proxies.
 */
export function judgeProxies(plain: Seen, lying: Seen, trusted: TrustedProxies): Finding {
  const name = 'public-address.proxies'
  const entries = (lying.forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const appended = entries[0] === INVENTED ? entries.length - 1 : entries.length
  if (lying.address === INVENTED) {
    return failed(
      name,
      'A client can invent its address, and passes every limit by that.',
      appended > 0
        ? `Set TRUSTED_PROXIES=${appended}, the number of proxies that were seen.`
        : 'Let the proxy append to X-Forwarded-For the address that it sees, or set TRUSTED_PROXIES=0 where there is none.',
    )
  }
  if (plain.forwardedFor === null && trusted !== 0) {
    return failed(
      name,
      'No proxy adds X-Forwarded-For: all buyers share one address, and one limit.',
      'Let the proxy append it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).',
    )
  }
  const isTooFew =
    typeof trusted === 'number'
      ? appended > trusted
      : appended > 1 && lying.address === entries.at(-1)
  if (isTooFew) {
    return failed(
      name,
      `${appended} proxies stand before the server and ${typeof trusted === 'number' ? trusted : 'not all'} are believed: the buyers behind one share its address, and its limit.`,
      typeof trusted === 'number'
        ? `Set TRUSTED_PROXIES=${appended}.`
        : 'Add the networks of the other proxies to TRUSTED_PROXIES.',
    )
  }
  return ok(name, `The server counts this machine as ${lying.address}, and believes no invention.`)
}
