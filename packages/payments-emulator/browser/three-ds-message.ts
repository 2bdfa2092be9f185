/** What the bank's page posts to the page around it when the buyer is done there. */
export const DONE_MESSAGE = 'payments-emulator:3ds-done'
