/**
 * What the list remembers while one is away on an event's page: which poster was carried off, so that
 * it can be carried back. Lives as long as the document.
 */
export const listMemory = {
  /** Of the picture, not of the event: one event may hang in the hero and in the grid. */
  carriedPicture: '',
}
