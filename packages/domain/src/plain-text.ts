/**
 * Whether a text is one line that can be stored and shown unchanged: no control character, no half
 * of a surrogate pair.
 */
export const isPlainText = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(value)

/**
 * A text without halves of characters, which no address can hold: `toWellFormed`, which Firefox before 119
 * does not know.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')
