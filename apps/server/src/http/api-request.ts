import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Tenant } from '../context.ts'

let requests = 0

/** By which the log and whoever was refused speak of a request. */
export function newRequestId(): string {
  requests += 1
  return `call-${requests.toString(36)}`
}

/** A request for a call of the contract, whoever makes it: a browser, or a page being rendered. */
export class ApiRequest {
  readonly method: string
  /** Without the brand. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly tenant: Tenant
  /** '' or the brand's path, '/harbor'. */
  readonly tenantBase: string
  /** Who asks, as limits see it (limits/network.ts); '' for a page that is being rendered. */
  readonly network: string
  /** Whether buyers reach the site by HTTPS, as PUBLIC_URL says. */
  readonly isHttps: boolean
  /** Whether a page that is being rendered asks: the bounds of rendering hold, and no others. */
  readonly isForPage: boolean
  readonly #log: FastifyBaseLogger
  #id: string | undefined

  constructor(
    asked: Pick<
      ApiRequest,
      'method' | 'url' | 'headers' | 'tenant' | 'tenantBase' | 'network' | 'isHttps'
    > &
      Partial<Pick<ApiRequest, 'isForPage'>>,
    log: FastifyBaseLogger,
  ) {
    this.method = asked.method
    this.url = asked.url
    this.headers = asked.headers
    this.tenant = asked.tenant
    this.tenantBase = asked.tenantBase
    this.network = asked.network
    this.isHttps = asked.isHttps
    this.isForPage = asked.isForPage ?? false
    this.#log = log
  }

  /** Few are ever spoken of. */
  get id(): string {
    this.#id ??= newRequestId()
    return this.#id
  }

  /** Made when there is something to say: a logger of its own for each is 1 % of a small request. */
  get log(): FastifyBaseLogger {
    return this.#log.child({ reqId: this.id })
  }
}
