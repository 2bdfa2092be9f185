import { Toast } from '@base-ui/react/toast'
import { useEffect, useSyncExternalStore } from 'react'
import { iconButtonStyle } from './icon-button.tsx'
import { CircleAlert, CircleCheck, Info, X } from './icons.ts'
import { pendingToasts, type ToastTone } from './notify.ts'
import { useUiTexts } from './texts.tsx'

const icons: Record<ToastTone, { icon: typeof Info; color: string }> = {
  info: { icon: Info, color: 'text-muted' },
  success: { icon: CircleCheck, color: 'text-success-text' },
  danger: { icon: CircleAlert, color: 'text-danger-text' },
}

/** Where toasts appear: above the phone's bar, at the window's end corner elsewhere. */
export function ToastRegion() {
  const texts = useUiTexts()
  return (
    <Toast.Provider limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={texts.notifications}
          className="fixed inset-x-4 bottom-[calc(1rem+var(--sticky-bar-height,0px))] z-60 flex flex-col gap-2 sm:inset-x-auto sm:end-6 sm:bottom-6 sm:w-96"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Takes the messages that wait in `notify` and hands them to Base UI, each once. */
function usePendingToasts(add: ReturnType<typeof Toast.useToastManager>['add']): void {
  const pending = useSyncExternalStore(
    pendingToasts.subscribe,
    pendingToasts.current,
    pendingToasts.current,
  )
  useEffect(() => {
    if (pending.length === 0) return
    for (const { tone = 'info', title, description } of pendingToasts.take()) {
      add({
        title,
        description,
        type: tone,
        // Bad news waits to be read; good news may go by itself.
        timeout: tone === 'danger' ? 0 : 6000,
        // A high one is hidden from assistive technology until it has the focus, and can be tabbed to
        // all the same (axe: aria-hidden-focus). A low one is read out as it is.
        priority: 'low',
      })
    }
  }, [pending, add])
}

function ToastList() {
  const texts = useUiTexts()
  const { toasts, add } = Toast.useToastManager()
  usePendingToasts(add)
  return toasts.map((toast) => {
    const { icon: Icon, color } = icons[isTone(toast.type) ? toast.type : 'info']
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        data-from="below"
        className="float-layer rounded-md bg-raised shadow-float data-limited:hidden forced-colors:border"
      >
        <Toast.Content className="flex items-start gap-3 py-2 ps-4 pe-1">
          <Icon aria-hidden="true" className={`mt-2.5 size-5 shrink-0 ${color}`} />
          <div className="min-w-0 flex-1 py-2">
            <Toast.Title className="text-sm font-semibold" />
            <Toast.Description className="text-sm text-muted" />
          </div>
          <Toast.Close aria-label={texts.dismiss} className={iconButtonStyle()}>
            <X aria-hidden="true" className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

function isTone(type: string | undefined): type is ToastTone {
  return type !== undefined && type in icons
}
