/** Where an event's description stands, for links to it. */
export const ABOUT_ID = 'about'
