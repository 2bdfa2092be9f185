import { Fragment } from 'react'

/** Signs that end a sentence or a bracket around an address, and are no part of it. */
const AFTER_AN_ADDRESS = '.,;:!?\'"’”»)]}'

/** Cuts a text so that each second part is a web address as somebody wrote it. */
const cutAtAddresses = (text: string): string[] => text.split(/(https?:\/\/[^\s<>]+)/i)

/** What an organizer wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return cutAtAddresses(text).map((part, index) => {
    const address = index % 2 === 1 ? addressOf(part) : ''
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a text have no other name.
      <Fragment key={index}>
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer nofollow ugc"
            className="link wrap-anywhere"
          >
            {address}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        {part.slice(address.length)}
      </Fragment>
    )
  })
}

/** The address without what follows it; '' if nothing but the scheme is left. */
function addressOf(part: string): string {
  let end = part.length
  // A bracket that the address itself opens belongs to it.
  const isAfter = (sign: string) =>
    AFTER_AN_ADDRESS.includes(sign) && !(sign === ')' && part.includes('('))
  while (end > 0 && isAfter(part.charAt(end - 1))) end -= 1
  const address = part.slice(0, end)
  return address.endsWith('//') ? '' : address
}
