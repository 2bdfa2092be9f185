/** The heading of the add-ons on the review: the focus is led there. */
export const EXTRAS_ID = 'add-ons'
