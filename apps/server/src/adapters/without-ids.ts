/** Ids, tokens and codes; no word is this long. */
const ID = /[\w-]{20,}/g

/** A text that somebody else wrote, without the ids and tokens in it: they do not belong in a log. */
export const withoutIds = (text: string): string => text.replaceAll(ID, '<id>')
