import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['{src,browser}/**/*.test.ts'], testTimeout: 30_000, isolate: false },
})
