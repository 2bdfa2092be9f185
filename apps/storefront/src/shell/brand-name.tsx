import { cx } from '@foyer/ui'
import { useApp } from '../shared/app-context.tsx'
import { BrandMark } from './brand-mark.tsx'

/** More letters than this fill more than two lines of a phone's header in its usual size. */
const LONG_NAME = 20

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
      <span
        className={cx(
          'line-clamp-2 break-words',
          tenant.name.length > LONG_NAME && 'max-sm:text-sm',
        )}
      >
        {tenant.name}
      </span>
    </span>
  )
}
