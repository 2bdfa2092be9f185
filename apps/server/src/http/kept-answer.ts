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
