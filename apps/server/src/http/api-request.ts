import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Tenant } from '../context.ts'

let requests = 0

/** Makes the id that identifies a request in the log and in a refusal. */
export function newRequestId(): string {
  requests += 1
  return `call-${requests.toString(36)}`
}

/**
 * A request to an endpoint of the contract, from a browser or from a page that is being rendered.
 */
export class ApiRequest {
  readonly method: string
  /** The URL without the brand. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly tenant: Tenant
  /** '', or the brand's path: '/harbor'. */
  readonly tenantBase: string
  /** False on a host of the tenant's own: its domain or its subdomain. */
  readonly isOnMainHost: boolean
  /** The caller as limits count it (limits/network.ts); '' for a page that is being rendered. */
  readonly network: string
  /** True if buyers reach the site by HTTPS, as PUBLIC_URL says. */
  readonly isHttps: boolean
  /** True for a page that is being rendered; then only the bounds of rendering apply. */
  readonly isForPage: boolean
  readonly #log: FastifyBaseLogger
  #id: string | undefined

  constructor(
    parts: Pick<
      ApiRequest,
      'method' | 'url' | 'headers' | 'tenant' | 'tenantBase' | 'network' | 'isHttps'
    > &
      Partial<Pick<ApiRequest, 'isForPage' | 'isOnMainHost'>>,
    log: FastifyBaseLogger,
  ) {
    this.method = parts.method
    this.url = parts.url
    this.headers = parts.headers
    this.tenant = parts.tenant
    this.tenantBase = parts.tenantBase
    this.isOnMainHost = parts.isOnMainHost ?? false
    this.network = parts.network
    this.isHttps = parts.isHttps
    this.isForPage = parts.isForPage ?? false
    this.#log = log
  }

  /** Made when first needed: few requests are ever logged or refused. */
  get id(): string {
    this.#id ??= newRequestId()
    return this.#id
  }

  /** Made when first needed: a logger for each request takes 1 % of a small request. */
  get log(): FastifyBaseLogger {
    return this.#log.child({ reqId: this.id })
  }
}
