import { defineConfig } from 'vite'

/**
 * Bundles the templates with all their dependencies into one file, because Node's type stripping,
 * with which the server runs, reads no TSX.
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
