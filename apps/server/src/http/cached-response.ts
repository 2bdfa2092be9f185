/** A response as bytes, with an encoding for every client. */
export interface CachedResponse {
  status: number
  contentType: string
  cacheControl: string
  location: string | undefined
  /** Further headers; names and values alternate. */
  headers: readonly string[]
  etag: string
  plain: Buffer
  /** Null if the body is too small to be worth compressing. */
  gzip: Buffer | null
  brotli: Buffer | null
  /** In milliseconds of the cache's clock. */
  freshUntil: number
  /** Until this instant it may be sent if no newer response can be computed. */
  usableUntil: number
  subject: string | undefined
  /** The moment of the cache's clock that it shows at least; 0 if it is not read from replicas. */
  since: number
}

/** The bytes of a response for one kind of client. */
export interface EncodedBody {
  /** Names and values alternate; a 304 has these headers as well. */
  shared: readonly string[]
  /** Headers that only a response with a body has. */
  encoding: readonly string[]
  body: Buffer
}

export interface ComputedResponse {
  status: number
  body: string
  contentType?: string
  /** Cache-Control for browsers; by default they revalidate each time (and get a 304). */
  cacheControl?: string
  /** The target of a 3xx. */
  location?: string
  /** Further headers; names and values alternate. */
  headers?: readonly string[]
  /** Whether it is cached. By default only a success is, because a refusal may soon be outdated. */
  isCached?: boolean
}
