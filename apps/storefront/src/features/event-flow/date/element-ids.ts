/** Ids by which the calendar finds its own parts to focus and to scroll to. */
export const dayElementId = (date: string): string => `day-${date}`
export const monthElementId = (month: string): string => `month-${month}`
