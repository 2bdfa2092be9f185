import { ArrowLeft } from '@foyer/ui/icons'
import { Link, type LinkProps } from '@tanstack/react-router'

/** The way back, above a page's heading. */
export function BackLink({ children, ...link }: LinkProps & { children: string }) {
  return (
    <Link
      {...link}
      className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
