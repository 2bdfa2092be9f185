/**
 * Styles of the Payment Element, for its shadow root. Class names are those of Stripe's Appearance
 * API, so that `appearance.rules` work unchanged.
 */
export const ELEMENT_STYLE = `
:host {
  display: block;
  color: var(--color-text);
  font-family: var(--font-family);
  font-size: var(--font-size-base);
  line-height: 1.4;
  --edge: color-mix(in srgb, var(--color-text) 50%, var(--color-background));
  --hairline: color-mix(in srgb, var(--color-text) 22%, var(--color-background));
  --tint: color-mix(in srgb, var(--color-primary) 10%, var(--color-background));
}
*, *::before { box-sizing: border-box; }
[hidden] { display: none !important; }

.Tabs { display: flex; flex-wrap: wrap; gap: calc(var(--spacing-unit) * 2); margin-block-end: calc(var(--spacing-unit) * 4); }
.Tab {
  display: flex;
  flex-direction: column;
  gap: var(--spacing-unit);
  align-items: flex-start;
  justify-content: center;
  min-width: 112px;
  min-height: 56px;
  padding: calc(var(--spacing-unit) * 2) calc(var(--spacing-unit) * 3);
  border: 1px solid var(--hairline);
  border-radius: var(--border-radius);
  background: var(--color-background);
  color: var(--color-text-secondary);
  cursor: pointer;
  font: inherit;
  font-size: var(--font-size-sm);
  font-weight: 600;
  text-align: start;
}
.Tab--selected {
  border-color: var(--color-primary);
  box-shadow: inset 0 0 0 1px var(--color-primary);
  color: var(--color-text);
}
.TabIcon { display: block; width: 20px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.75; }
.Tab--selected .TabIcon { color: var(--color-primary); }

.Note {
  margin: 0 0 calc(var(--spacing-unit) * 5);
  padding: calc(var(--spacing-unit) * 2.5) calc(var(--spacing-unit) * 3);
  border: 1px dashed var(--edge);
  border-radius: var(--border-radius);
  background: var(--tint);
  color: var(--color-text);
  font-size: var(--font-size-sm);
}
.Note b { font-variant-numeric: tabular-nums; white-space: nowrap; }

.Grid {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--grid-row-spacing) var(--grid-column-spacing);
  align-items: start;
}
.Field--wide { grid-column: 1 / -1; }
#card-panel { container-type: inline-size; }
@container (max-width: 300px) {
  .Field:has(.Input--select) { grid-column: 1 / -1; }
}
.Label {
  display: block;
  margin-block-end: calc(var(--spacing-unit) * 1.5);
  font-size: var(--font-size-sm);
  font-weight: var(--font-weight-medium);
}
.Control { position: relative; display: block; }
.Input {
  display: block;
  width: 100%;
  min-height: 48px;
  margin: 0;
  padding: calc(var(--spacing-unit) * 2.5) calc(var(--spacing-unit) * 3);
  border: 1px solid var(--edge);
  border-radius: var(--border-radius);
  background-color: var(--color-background);
  color: var(--color-text);
  font: inherit;
  /* Below 16px iOS zooms in on focus. */
  font-size: max(16px, var(--font-size-base));
  font-variant-numeric: tabular-nums;
}
.Input::placeholder { color: var(--color-text-placeholder, var(--color-text-secondary)); opacity: 1; }
.Input:hover { border-color: var(--color-text); }
/* More specific than the page's rules, whose padding would let the text run under the brand. */
.Control .Input--number { padding-inline-end: 60px; }
.Control .Input--select { padding-inline-end: 40px; appearance: none; text-overflow: ellipsis; }
.Input--invalid { border-color: var(--color-danger); box-shadow: inset 0 0 0 1px var(--color-danger); }
.Input:disabled { opacity: .6; }
.Input:focus-visible, .Tab:focus-visible {
  outline: 3px solid var(--color-primary);
  outline-offset: 1px;
}
.Input:-webkit-autofill {
  -webkit-text-fill-color: var(--color-text);
  box-shadow: inset 0 0 0 100px var(--tint);
}
.Brand, .Chevron { position: absolute; inset-block: 0; inset-inline-end: 12px; margin-block: auto; pointer-events: none; }
.Brand { block-size: fit-content; font-size: .75em; font-weight: 700; }
.Chevron { width: 16px; height: 16px; fill: none; stroke: var(--color-text-secondary); stroke-width: 2; }

.Error {
  display: flex;
  gap: 6px;
  margin: calc(var(--spacing-unit) * 1.5) 0 0;
  color: var(--color-danger);
  font-size: var(--font-size-sm);
}
.Error:empty { display: none; }
.Error-sign { flex: none; width: 16px; height: 16px; margin-block-start: 2px; fill: none; stroke: currentColor; stroke-width: 1.75; }

@media (forced-colors: active) {
  .Tab--selected { border-width: 3px; }
  .Input--invalid { border-width: 3px; }
}
`

/** Styles of the dialog in which the bank's page is shown. */
export const DIALOG_STYLE = `
:host { font-family: var(--font-family); }
.Dialog {
  width: min(440px, calc(100vw - 24px));
  max-width: none;
  height: min(580px, calc(100dvh - 24px));
  max-height: none;
  padding: 0;
  overflow: hidden;
  border: 1px solid color-mix(in srgb, var(--color-text) 22%, var(--color-background));
  border-radius: 16px;
  background: var(--color-background);
  color: var(--color-text);
}
.Dialog::backdrop { background: rgb(0 0 0 / 60%); }
.Dialog[open] { display: flex; flex-direction: column; }
.Bar { display: flex; align-items: center; justify-content: space-between; padding: 6px 6px 6px 20px; }
.Title { margin: 0; font-size: 16px; font-weight: 600; }
.Close {
  display: grid;
  width: 44px;
  height: 44px;
  padding: 0;
  place-items: center;
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: inherit;
  cursor: pointer;
}
.Close:hover { background: color-mix(in srgb, var(--color-text) 10%, transparent); }
.Close:focus-visible { outline: 3px solid var(--color-primary); outline-offset: -3px; }
.Close svg { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 2; }
.Frame { display: block; flex: 1; width: 100%; border: 0; }
`

/** Makes a style sheet by script instead of markup, which a policy of `style-src 'self'` allows. */
export function styleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
