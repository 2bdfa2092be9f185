/** True in a run of `npm run night`, which takes every test, width and theme, with motion. */
export const isNight = process.env.NIGHT === '1'
