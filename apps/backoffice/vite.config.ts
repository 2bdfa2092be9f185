import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from '../../scripts/vite/browsers.ts'
import { precompress } from '../../scripts/vite/precompress.ts'
import { officeDocument } from './build/document.ts'

/** The back office is one page that the server sends for every address below /admin. */
export default defineConfig({
  base: '/admin/',
  plugins: [officeDocument(), react(), tailwindcss(), precompress()],
  publicDir: false,
  build: {
    outDir: 'dist',
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    // The content security policy forbids data: fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', boot: 'src/boot.ts' } },
  },
})
