import type { ApiRequest } from '../api-request.ts'

/**
 * Whether a page of another origin causes the request. Browsers say so in two headers, which no page
 * can change: Sec-Fetch-Site, and Origin with each request that is not a GET. A client that sends
 * neither is no browser, and has no cookie that it was not given. The cookies of the back office are
 * sent with requests of their own site alone; but a tenant's page on a subdomain is the same site.
 */
export function isFromElsewhere({ headers, isHttps }: Pick<ApiRequest, 'headers' | 'isHttps'>) {
  const site = headers['sec-fetch-site']
  // 'none': typed into the address bar.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin, host = '' } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const sent = new URL(origin)
  return sent.host !== host.toLowerCase() || (isHttps && sent.protocol !== 'https:')
}
