/** The Stripe API release whose shapes are emulated: the one that the `stripe` package pins. */
export const API_VERSION = '2026-10-28.endive'
