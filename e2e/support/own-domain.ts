/** A domain of the tenant `harbor`; made before the tests, because a server notices it within seconds. */
export const OWN_DOMAIN = 'box-office.example'
