/** Styles of the wallets' buttons, for the shadow root of the Express Checkout Element. */
export const EXPRESS_STYLE = `
:host { display: block; font-family: var(--font-family); }
.Buttons { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 8px; }
.Wallet {
  height: var(--height);
  padding: 0 4px;
  border: 1px solid transparent;
  border-radius: var(--border-radius);
  background: #000;
  color: #fff;
  cursor: pointer;
  font: inherit;
  font-size: 16px;
  font-weight: 600;
  white-space: nowrap;
}
:host(.night) .Wallet:not(.Wallet--link) { background: #fff; color: #000; }
.Wallet--googlePay { border-color: #747775; }
.Wallet--link { background: #00d66f; color: #011e0f; }
.Wallet:hover { filter: brightness(.9); }
.Wallet:focus-visible { outline: 3px solid var(--color-primary); outline-offset: 2px; }
@container (max-width: 320px) { .Wallet { font-size: 14px; } }
:host { container-type: inline-size; }
@media (forced-colors: active) { .Wallet { border-color: ButtonText; } }
`

/** Styles of a wallet's test sheet: at the bottom of a phone, in the middle of a wider window. */
export const SHEET_STYLE = `
:host { font-family: var(--font-family); }
* { box-sizing: border-box; }
.Dialog {
  width: min(420px, 100vw);
  max-width: none;
  max-height: 100dvh;
  padding: 0;
  overflow: auto;
  border: 1px solid color-mix(in srgb, var(--color-text) 22%, var(--color-background));
  border-radius: 16px;
  background: var(--color-background);
  color: var(--color-text);
  font-size: 16px;
  line-height: 1.4;
}
.Dialog::backdrop { background: rgb(0 0 0 / 60%); }
@media (max-width: 480px) {
  .Dialog { width: 100vw; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; }
}
.Sheet { display: grid; gap: 16px; padding: 20px; }
p, h2 { margin: 0; }
.Head { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
.Title { font-size: 20px; font-weight: 700; }
.Badge { padding: 2px 10px; border: 1px dashed currentColor; border-radius: 99px; font-size: 14px; font-weight: 600; }
.Note, .Shared { color: var(--color-text-secondary); font-size: 15px; }
.Note { margin-block-start: -8px; }
.Shared { display: grid; overflow-wrap: anywhere; }
.Shared:empty { display: none; }
.Row { display: grid; gap: 6px; }
.Row label { font-size: 15px; font-weight: 600; }
.Select {
  width: 100%;
  min-height: 48px;
  padding: 8px 12px;
  border: 1px solid color-mix(in srgb, var(--color-text) 50%, var(--color-background));
  border-radius: 10px;
  background: var(--color-background);
  color: inherit;
  font: inherit;
}
.Total {
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 16px;
  padding-block-start: 16px;
  border-block-start: 1px solid color-mix(in srgb, var(--color-text) 22%, var(--color-background));
}
.Amount { font-size: 22px; font-variant-numeric: tabular-nums; }
.Status:empty { display: none; }
.Actions { display: grid; grid-template-columns: auto 1fr; gap: 12px; }
.Actions button {
  min-height: 48px;
  padding: 8px 20px;
  border: 1px solid color-mix(in srgb, var(--color-text) 50%, var(--color-background));
  border-radius: 10px;
  background: transparent;
  color: inherit;
  cursor: pointer;
  font: inherit;
  font-weight: 600;
}
.Actions .Primary { border-color: transparent; background: var(--color-text); color: var(--color-background); }
.Actions button:disabled { opacity: .6; cursor: default; }
button:focus-visible, .Select:focus-visible { outline: 3px solid var(--color-primary); outline-offset: 2px; }
`
