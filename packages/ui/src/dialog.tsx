import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { iconButtonStyle } from './icon-button.tsx'
import { X } from './icons.ts'
import { Modal } from './modal.tsx'
import { useUiTexts } from './texts.tsx'

interface DialogProps {
  open: boolean
  /** Not called while `dismissable` is false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons, the most important one last; stacked on a phone. */
  actions?: ReactNode
  /** False while an action is running: no close button, and Escape and the backdrop do nothing. */
  dismissable?: boolean
  children?: ReactNode
}

/**
 * A modal question or answer. On a phone it slides up from the bottom. When it opens, its first
 * control takes the focus, or the window itself if it has none.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  dismissable = true,
  children,
}: DialogProps) {
  const texts = useUiTexts()
  const id = useId()
  const titleId = `${id}-title`
  const descriptionId = `${id}-description`
  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={dismissable}
      labelledBy={titleId}
      describedBy={description ? descriptionId : undefined}
      className="dialog rounded-t-lg sm:rounded-lg"
    >
      <div className="relative p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-8">
        <h2 id={titleId} className={cx('font-display text-lg font-bold', dismissable && 'pe-10')}>
          {title}
        </h2>
        {description && (
          <p id={descriptionId} className="mt-2 text-muted">
            {description}
          </p>
        )}
        {children && <div className="mt-4">{children}</div>}
        {actions && (
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {actions}
          </div>
        )}
        {dismissable && (
          <button
            type="button"
            aria-label={texts.close}
            onClick={onClose}
            className={iconButtonStyle('absolute end-3 top-4 sm:top-6')}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
    </Modal>
  )
}
