/**
 * The encodings that a client accepts. 'gzip, br;q=0' means only gzip: a weight of 0 refuses (RFC
 * 9110, 12.5.3).
 */
export function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return new Set(offers.map((offer) => offer.split(';')[0]?.trim() ?? ''))
}

/**
 * Whether If-None-Match contains the tag, alone, in a list or as '*' (RFC 9110, 13.1.2: weak
 * comparison).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((each) => {
    const given = each.trim()
    return given === '*' || given.replace(/^W\//, '') === opaque
  })
}
