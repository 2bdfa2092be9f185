/** 'Great Hall, The Kelp Hall': where a session takes place, with the room of its venue if it is in one. */
export const placeLine = (venue: string, room?: string | null): string =>
  room ? `${room}, ${venue}` : venue

/** The room that all sessions of a cart or an order are in; null if they differ, or are in none. */
export function commonRoom(
  sessions: readonly { room?: string | null | undefined }[],
): string | null {
  const [first] = sessions
  return first?.room && sessions.every(({ room }) => room === first.room) ? first.room : null
}
