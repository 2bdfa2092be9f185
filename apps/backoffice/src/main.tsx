import './styles.css'
import './platform-colours.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { installMessages } from '@foyer/contract'
import { UiProvider } from '@foyer/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/queries.ts'
import { router } from './routes/router.tsx'
import { startTheme } from './shell/theme.ts'

installMessages()
startTheme()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has an element for the app')
createRoot(element).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <UiProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </UiProvider>
    </CSPProvider>
  </StrictMode>,
)
