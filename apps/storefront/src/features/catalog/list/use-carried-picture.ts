import { useState } from 'react'

/** The picture that moves between the list and an event's page; the one last opened. */
export function useCarriedPicture(picture: string) {
  const [isCarried, setCarried] = useState(() => listMemory.carriedPicture === picture)
  return {
    isCarried,
    carry: () => {
      listMemory.carriedPicture = picture
      setCarried(true)
    },
  }
}

/**
 * What the list remembers while one is away on an event's page: which poster was carried off, so that
 * it can be carried back. Lives as long as the document.
 */
const listMemory = {
  /** Of the picture, not of the event: one event may hang in the hero and in the grid. */
  carriedPicture: '',
}
