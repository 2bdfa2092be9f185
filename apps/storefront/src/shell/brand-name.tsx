import { cx } from '@foyer/ui'
import { useApp } from '../shared/app-context.tsx'
import { BrandMark } from './brand-mark.tsx'

/** The tenant's name beside its logo, or beside the default one. */
export function BrandName({ className }: { className?: string }) {
  const { tenant, base } = useApp()
  return (
    <span className={cx('flex min-w-0 items-center gap-2 leading-tight', className)}>
      {tenant.logo ? (
        // A logo may be a wordmark: its height is fixed, and its width is free up to a third of the
        // header.
        <img
          src={base + tenant.logo.url}
          width={tenant.logo.width}
          height={tenant.logo.height}
          alt=""
          className="h-8 w-auto max-w-24 shrink-0 object-contain sm:max-w-32"
        />
      ) : (
        <BrandMark className="size-8 shrink-0" />
      )}
      {tenant.name}
    </span>
  )
}
