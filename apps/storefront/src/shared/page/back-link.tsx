import { cx } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link, type LinkProps } from '../../routing/link.tsx'

/** The link back, above a page's heading or beside its steps. */
export function BackLink({ children, className, ...link }: LinkProps & { children: string }) {
  return (
    <Link
      {...link}
      className={cx(
        '-ms-2 inline-flex min-h-target shrink-0 items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text',
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
