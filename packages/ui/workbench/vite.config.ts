import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The workbench: every component on one page, for developers. Never shipped. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../node_modules/.vite/workbench',
  plugins: [react(), tailwindcss()],
  server: { port: 4400, strictPort: true },
})
