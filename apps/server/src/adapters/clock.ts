/**
 * The process's clock, injected so that tests can move it. Holds are decided by the database's
 * clock.
 */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
