/** What the page of an event says beside its name and description. */

/** One of those who appear, in the organizer's order. */
export interface LineUpEntry {
  name: string
  /** What they do, or where: 'conductor', 'Main stage, Friday'. */
  role: string | null
  /** Wall-clock time at the venue, 'HH:MM'; null if there is none of their own. */
  time: string | null
}

/** The bounds of the facts of events and venues: characters of texts, and numbers of lines. */
export const FACT_LIMITS = {
  doorsMinutes: 24 * 60,
  minimumAge: 99,
  /** Notes on access and on getting there; the note on age has one line. */
  lines: 8,
  lineCharacters: 200,
  lineUp: 60,
  /** Of a name or role. */
  lineUpCharacters: 100,
  story: 6000,
  venueDescription: 2000,
} as const

/** The paragraphs of a long text: they are separated by empty lines. */
export const paragraphsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
