/** The APP_SECRET of all programs of the tests, so that a test can sign what the program believes. */
export const APP_SECRET = 'a secret that all programs of the browser tests share'
