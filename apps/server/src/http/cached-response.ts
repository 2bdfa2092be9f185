/** An answer as bytes, ready for any client. */
export interface CachedResponse {
  status: number
  contentType: string
  cacheControl: string
  location: string | undefined
  /** Further headers, names and values in turn. */
  headers: readonly string[]
  etag: string
  plain: Buffer
  /** Null: too small to be worth compressing. */
  gzip: Buffer | null
  brotli: Buffer | null
  /** On the cache's clock, in milliseconds. */
  freshUntil: number
  /** Until then it may stand in where no newer answer can be had. */
  usableUntil: number
  subject: string | undefined
}

/** Its bytes for one kind of client. */
export interface EncodedBody {
  /** Names and values in turn; a 304 has them as well. */
  shared: readonly string[]
  /** Those that only the bytes have. */
  encoding: readonly string[]
  body: Buffer
}

export interface ComputedResponse {
  status: number
  body: string
  contentType?: string
  /** What browsers may do with it; by default they ask again each time (and get a 304). */
  cacheControl?: string
  /** Where a 3xx leads. */
  location?: string
  /** Further headers, names and values in turn. */
  headers?: readonly string[]
  /** Whether it is kept at all; by default a success is, and a refusal may be cured the next moment. */
  isKept?: boolean
}
