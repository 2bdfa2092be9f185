import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  /** True while a window of the page, such as a bank's, must be reachable above this one. */
  yields?: boolean
  /** For lists and forms instead of a question. */
  wide?: boolean
  /** Keeps the buttons in sight while a content that may be higher than the window scrolls. */
  isLong?: boolean
  /** The step of a flow inside the window. When it changes, the title gets the focus. */
  step?: string
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
  yields = false,
  wide = false,
  isLong = false,
  step,
  children,
}: DialogProps) {
  const texts = useUiTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    // The button that led here is gone with its step, and the focus with it.
    const title = heading.current
    if (title && open && step !== shownStep.current) {
      title.tabIndex = -1
      title.focus()
    }
    shownStep.current = step
  }, [open, step])
  const id = useId()
  const titleId = `${id}-title`
  const descriptionId = `${id}-description`
  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={dismissable}
      yields={yields}
      labelledBy={titleId}
      describedBy={description ? descriptionId : undefined}
      className={cx('dialog rounded-t-lg sm:rounded-lg', wide && 'dialog-wide')}
    >
      <div className="relative p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-8">
        <h2
          ref={heading}
          id={titleId}
          // Else the browser would give it the focus that the first control gets when the window opens.
          onBlur={({ currentTarget }) => currentTarget.removeAttribute('tabindex')}
          className={cx('font-display text-lg font-bold outline-none', dismissable && 'pe-10')}
        >
          {title}
        </h2>
        {description && (
          <p id={descriptionId} className="mt-2 text-muted">
            {description}
          </p>
        )}
        {children && <div className="mt-4">{children}</div>}
        {actions && (
          <div
            className={cx(
              'mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end',
              isLong && 'dialog-actions bg-surface',
            )}
          >
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
