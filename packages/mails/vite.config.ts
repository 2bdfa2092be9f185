import { defineConfig } from 'vite'

/**
 * The templates as one file with all they need: the server runs from TypeScript by type stripping,
 * which takes no TSX.
 */
export default defineConfig({
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/templates.tsx',
    target: 'node24',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
