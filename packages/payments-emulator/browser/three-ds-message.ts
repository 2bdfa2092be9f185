/** The message that the bank's page posts to the surrounding page once the buyer has answered. */
export const DONE_MESSAGE = 'payments-emulator:3ds-done'
