/**
 * The style of every one-line control, also of one that names itself and needs no `Field`. 17 px
 * text keeps iOS from zooming in.
 */
export const controlFace =
  'w-full min-h-control rounded-md border border-edge-strong bg-raised px-3.5 text-base text-text ' +
  'transition-colors placeholder:text-faint hover:border-muted focus-visible:outline-offset-0 ' +
  'focus-visible:border-focus aria-invalid:border-danger-text disabled:text-faint'
