interface Venue {
  venueName: string
  /** Street address; some calls add city, state and postal code. */
  venueAddress?: string
  /** City and state; some calls add the venue's name before them. */
  location: string
}

/** 'Pier 9, 9 Embarcadero, San Francisco, CA': each part once, although the calls repeat some. */
export function venueText({ venueName, venueAddress = '', location }: Venue): string {
  const place = location.startsWith(`${venueName},`)
    ? location.slice(venueName.length + 1).trim()
    : location
  const [city = ''] = place.split(',')
  const isTold = place === venueName || (city !== '' && venueAddress.includes(city))
  return [venueName, venueAddress, isTold ? '' : place].filter(Boolean).join(', ') || 'Location TBD'
}
