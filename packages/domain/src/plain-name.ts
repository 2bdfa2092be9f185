/**
 * Characters that reverse or hide text. Those that join letters of a script (U+200C, U+200D) are
 * kept.
 */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** `U+3002` is a full stop that browsers take for the dot of a host name. */
const HOST_DOT = /\u3002/g

/**
 * What mail programs turn into a link inside one word: an e-mail address, an address with its scheme,
 * a host name or an IP address. The last part of a host name has two letters or more, so initials
 * ('J.R.R.') are none.
 */
const LINKED = [/@/, /:\/\//, /^(?:mailto|tel|sms|https?|ftp|javascript|data):/i, /^www\./i]
const HOST_NAME = /[\p{L}\p{N}]\.[\p{L}\p{N}\p{M}-]{2,}|(?:\d{1,3}\.){3}\d/u

/**
 * The most digits in a name ('Louis 14'). More are a telephone number, which becomes a link as
 * well.
 */
const MOST_DIGITS = 4
const DIGIT = /\p{Nd}/gu

/**
 * The name of a person as a mail may show it: without anything that a mail program turns into a
 * link. Strangers type names, and mails with them come from the organizer's domain, so a name must
 * not lead anywhere. All other words stay as they were typed; the result is empty if nothing is
 * left.
 */
export function plainName(name: string): string {
  const visible = name.replace(HIDDEN, '')
  // Mail programs also recognise an address in full-width letters; other names keep their own
  // characters.
  const words = visible.split(/\s+/).filter(Boolean)
  const hasTelephone = (visible.match(DIGIT)?.length ?? 0) > MOST_DIGITS
  return words
    .filter((word) => !isLink(word) && !(hasTelephone && word.search(DIGIT) >= 0))
    .join(' ')
}

function isLink(word: string): boolean {
  const address = word.normalize('NFKC').replace(HOST_DOT, '.')
  return HOST_NAME.test(address) || LINKED.some((pattern) => pattern.test(address))
}
