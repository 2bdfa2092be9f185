export { type Availability, AvailabilityMark } from './availability-mark.tsx'
export { Badge, type Tone } from './badge.tsx'
export { Button } from './button.tsx'
export { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
export { Checkbox } from './checkbox.tsx'
export { ChoiceMenu } from './choice-menu.tsx'
export { controlFace } from './control-face.ts'
export { cx } from './cx.ts'
export { Dialog } from './dialog.tsx'
export { Disclosure } from './disclosure.tsx'
export { Drawer } from './drawer.tsx'
export { EmptyState } from './empty-state.tsx'
export { ErrorCard } from './error-card.tsx'
export { ErrorSummary, type FieldFailure } from './error-summary.tsx'
export { Field, useFieldControl } from './field.tsx'
export { IconButton, iconButtonStyle } from './icon-button.tsx'
export { Notice, type NoticeTone } from './notice.tsx'
export { clearToasts, notify, type ToastMessage, type ToastTone } from './notify.ts'
export { UiProvider } from './provider.tsx'
export { RollingNumber } from './rolling-number.tsx'
export { SelectInput } from './select-input.tsx'
export { Skeleton, SkeletonGroup } from './skeleton.tsx'
export { Spinner } from './spinner.tsx'
export { type Step, StepIndicator, type StepState } from './step-indicator.tsx'
export { Stepper } from './stepper.tsx'
export { StickyBar, StickyBarSummary } from './sticky-bar.tsx'
export { Surface } from './surface.tsx'
export { TextInput } from './text-input.tsx'
export type { UiTexts } from './texts.tsx'
export {
  TicketCard,
  TicketCardBody,
  TicketCardCode,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardRow,
  TicketCardRows,
  type TicketCardStage,
  TicketCardStamp,
  TicketCardTear,
} from './ticket-card.tsx'
export { Toasts } from './toasts.tsx'
export { VisuallyHidden } from './visually-hidden.tsx'
