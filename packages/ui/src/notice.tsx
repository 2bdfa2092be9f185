import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.ts'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const looks: Record<NoticeTone, { icon: typeof Info; plane: string; tint: string }> = {
  info: { icon: Info, plane: 'bg-surface', tint: 'text-muted' },
  success: { icon: CircleCheck, plane: 'bg-surface', tint: 'text-success-text' },
  warning: { icon: TriangleAlert, plane: 'bg-warning-soft', tint: 'text-warning-text' },
  danger: { icon: CircleAlert, plane: 'bg-danger-soft', tint: 'text-danger-text' },
}

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  /** Buttons or links for the next action. */
  actions?: ReactNode
  /**
   * `status` and `alert` are spoken when the notice appears; omit it for text that is on the page
   * from the start. A danger notice is an alert by default.
   */
  announce?: 'status' | 'alert' | 'none'
  className?: string
  children?: ReactNode
}

/** What happened, what is kept, what to do next. Icon and text carry the tone. */
export function Notice({
  tone = 'info',
  title,
  actions,
  announce,
  className,
  children,
}: NoticeProps) {
  const { icon: Icon, plane, tint } = looks[tone]
  const role = announce ?? (tone === 'danger' ? 'alert' : 'none')
  return (
    <div
      role={role === 'none' ? undefined : role}
      className={cx('flex gap-3 rounded-lg p-4 text-text forced-colors:border', plane, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', tint)} />
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="max-w-prose text-sm">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
