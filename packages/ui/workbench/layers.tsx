import { useState } from 'react'
import { Moon, Sun } from '../src/icons.ts'
import { Button, ChoiceMenu, Dialog, Drawer, notify, Spinner } from '../src/index.ts'
import { Tooltip } from '../src/tooltip.tsx'
import { Section } from './section.tsx'

export function Layers() {
  const [open, setOpen] = useState<'dialog' | 'busy' | 'drawer'>()
  const [theme, setTheme] = useState('dark')
  const close = () => setOpen(undefined)
  const chooseTheme = (next: string) => {
    setTheme(next)
    document.documentElement.className = next
  }
  return (
    <Section title="Layers">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('busy')}>Busy dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => notify({ tone: 'success', title: 'Email Sent' })}>Good news</Button>
        <Button
          onClick={() =>
            notify({ tone: 'danger', title: 'Email Failed', description: 'Please try again.' })
          }
        >
          Bad news
        </Button>
        <ChoiceMenu
          label="Theme"
          icon={<Sun className="size-5" />}
          value={theme}
          onChange={chooseTheme}
          choices={[
            { value: 'light', label: 'Light', icon: <Sun className="size-4" /> },
            { value: 'dark', label: 'Dark', icon: <Moon className="size-4" /> },
          ]}
        />
        <Tooltip text="Scan at the gate">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Reservation Failed"
        description="Someone else took the last tickets at 7:30 PM. Nothing was charged, your choice is kept."
        actions={
          <>
            <Button onClick={close}>Close</Button>
            <Button variant="primary">Try Again</Button>
          </>
        }
      />
      <Dialog
        open={open === 'busy'}
        onClose={close}
        dismissable={false}
        title="Reserving Your Tickets"
        description="This takes a second."
      >
        <Spinner label />
        <div className="mt-4">
          <Button onClick={close}>End the demonstration</Button>
        </div>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title="Menu">
        <nav aria-label="Main" className="flex flex-col font-display text-lg font-bold">
          <a className="rounded-md px-3 py-3 hover:bg-hover" href="#events">
            Events
          </a>
          <a className="rounded-md px-3 py-3 hover:bg-hover" href="#orders">
            Manage Orders
          </a>
        </nav>
      </Drawer>
    </Section>
  )
}
