/**
 * Fonts and sizes. Mail programs load no fonts, so each list ends with fonts that every system has.
 */

const TEXT_FACE = "'Instrument Sans','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const DISPLAY_FACE = `'Bricolage Grotesque','Avenir Next','Segoe UI',${TEXT_FACE}`
const CODE_FACE = "ui-monospace,'SF Mono',Menlo,Consolas,monospace"

export const type = {
  body: { fontFamily: TEXT_FACE, fontSize: 16, lineHeight: '24px', margin: 0 },
  small: { fontFamily: TEXT_FACE, fontSize: 14, lineHeight: '20px', margin: 0 },
  title: {
    fontFamily: DISPLAY_FACE,
    fontSize: 34,
    lineHeight: '38px',
    letterSpacing: '-0.02em',
    fontWeight: 800,
    margin: 0,
  },
  heading: {
    fontFamily: DISPLAY_FACE,
    fontSize: 22,
    lineHeight: '27px',
    letterSpacing: '-0.01em',
    fontWeight: 700,
    margin: 0,
  },
  code: { fontFamily: CODE_FACE, fontSize: 16, lineHeight: '24px', letterSpacing: '0.04em' },
} as const
