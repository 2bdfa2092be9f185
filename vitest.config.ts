import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: {
      // The server loads them built; tests take the sources, so that they need no build.
      '@foyer/mails/templates': fileURLToPath(
        new URL('packages/mails/src/templates.tsx', import.meta.url),
      ),
    },
  },
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['@foyer/testkit/global-setup'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
