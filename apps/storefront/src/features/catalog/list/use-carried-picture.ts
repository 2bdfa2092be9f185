import { useState } from 'react'
import { listMemory } from './list-memory.ts'

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
