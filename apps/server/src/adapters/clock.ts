/** The process's clock, injected so that tests can move it. What decides holds is the database's. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
