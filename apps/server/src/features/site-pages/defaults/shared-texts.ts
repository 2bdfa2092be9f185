/** Sentences that are true of every page that the server sends: the tenants' and the platform's. */

export const NO_TRACKING =
  'there is no advertising, no analytics and no tracking on this site, and fonts, scripts and pictures come from our own server. As every web server, ours sees the address of your connection in order to answer. It counts requests by it for a minute where guessing could do harm, and keeps it no longer.'

export const RIGHTS =
  'You can ask what we know about you, have it corrected, have it deleted or get a copy, and you can complain to the data protection authority where you live.'
