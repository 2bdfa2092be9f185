/**
 * A domain of the tenant `harbor`. The setup adds it before the tests, because a server takes some
 * seconds to notice it.
 */
export const OWN_DOMAIN = 'box-office.example'
