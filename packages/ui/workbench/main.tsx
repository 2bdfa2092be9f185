import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts, UiProvider } from '../src/index.ts'
import { Controls } from './controls.tsx'
import { Feedback } from './feedback.tsx'
import { Layers } from './layers.tsx'
import { Tickets } from './tickets.tsx'
import { TicketsScreen } from './tickets-screen.tsx'
import { TypeAndColour } from './type-and-colour.tsx'
import './workbench.css'

const query = new URLSearchParams(location.search)
document.documentElement.className = query.get('theme') ?? 'dark'

const pages: Record<string, () => ReactNode> = {
  type: TypeAndColour,
  controls: Controls,
  feedback: Feedback,
  layers: Layers,
  stub: Tickets,
  screen: TicketsScreen,
}

function Workbench() {
  const only = query.get('page')
  const Page = only ? pages[only] : undefined
  return (
    <UiProvider>
      <main className="mx-auto max-w-page px-4 py-8 sm:px-6">
        {Page ? <Page /> : Object.entries(pages).map(([name, Each]) => <Each key={name} />)}
      </main>
      <Toasts />
    </UiProvider>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Workbench />
    </StrictMode>,
  )
}
