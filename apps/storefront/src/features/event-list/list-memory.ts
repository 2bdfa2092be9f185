import { EVENTS_PAGE_SIZE } from '@foyer/domain'

/**
 * What the list remembers while one is away on an event's page: how much of it was open, so that
 * Back finds the same place, and which poster was carried off, so that it can be carried back.
 * Lives as long as the document; a reload starts with the first page.
 */
export const listMemory = {
  shown: EVENTS_PAGE_SIZE,
  /** Of the picture, not of the event: one event may hang in the hero and in the grid. */
  carriedPicture: '',
}
