/** An answer as bytes, ready for any client. */
export interface Kept {
  status: number
  contentType: string
  cacheControl: string
  location: string | undefined
  etag: string
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
  freshUntil: number
  subject: string | undefined
}

/** Its bytes for one kind of client. */
export interface Form {
  /** Names and values in turn; a 304 has them as well. */
  shared: readonly string[]
  /** Those that only the bytes have. */
  encoding: readonly string[]
  body: Buffer
}
