import { Fragment } from 'react'

/** Signs that end a sentence or a bracket around an address, and do not belong to it. */
const AFTER_AN_ADDRESS = '.,;:!?\'"’”»)]}'

/** Cuts a text into parts, of which every second one is a web address with the signs that follow it. */
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
  // A bracket that the address itself opens belongs to it.
  const after = part.includes('(') ? AFTER_AN_ADDRESS.replace(')', '') : AFTER_AN_ADDRESS
  let end = part.length
  while (end > 0 && after.includes(part.charAt(end - 1))) end -= 1
  const address = part.slice(0, end)
  return address.endsWith('//') ? '' : address
}
