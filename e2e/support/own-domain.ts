/** A domain of the organizer `harbor` alone; made before the tests, since a server learns of one within seconds. */
export const OWN_DOMAIN = 'box-office.example'
