/** 'your ticket', 'your 2 tickets': inside a sentence. */
export const yourTickets = (count: number): string =>
  count === 1 ? 'your ticket' : `your ${count} tickets`

/** '1 ticket', '2 tickets'. */
export const ticketsText = (count: number): string =>
  `${count} ${count === 1 ? 'ticket' : 'tickets'}`
