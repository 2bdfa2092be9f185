import { useState } from 'react'

/** Marks the poster that moves between the list and an event's page: the one last opened. */
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

/** Which poster was last opened, so that it can move back. Lives as long as the document. */
const listMemory = {
  /**
   * Identifies the picture and not the event, since an event may be in the hero and in the grid.
   */
  carriedPicture: '',
}
