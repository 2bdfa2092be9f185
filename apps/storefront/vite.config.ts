import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from '../../scripts/vite/browsers.ts'
import { precompress } from '../../scripts/vite/precompress.ts'
import { leanContract } from './build/lean-contract.ts'
import { leanMutations } from './build/lean-mutations.ts'
import { leanRoutes } from './build/lean-routes.ts'
import { chunkGroups, drawChunks } from './build/shared-chunks.ts'

/**
 * One command, two bundles: the browser's (with a manifest for the server's preload links) and the
 * server's renderer. The latter contains all its dependencies, so that the server imports one file
 * and cannot load a second copy of React.
 */
export default defineConfig({
  plugins: [leanContract(), leanMutations(), leanRoutes(), react(), tailwindcss(), precompress()],
  publicDir: false,
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('./build/lean-icon.ts', import.meta.url)),
      },
    ],
  },
  build: {
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    // The content security policy forbids data: fonts, and browsers do not support a data: sprite.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: {
            main: 'src/entry-client.tsx',
            boot: 'src/boot.ts',
            'tickets-worker': 'src/tickets-worker.ts',
          },
          output: {
            // A worker is known by its address; browsers check whether its content has changed.
            entryFileNames: ({ name }) =>
              name === 'tickets-worker' ? '[name].js' : 'assets/[name]-[hash].js',
            // The first load lists all files, and their names would be 0.5 kB of it. The manifest
            // in dist/client/.vite says which file is which.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { 'entry-server': 'src/entry-server.tsx' },
          output: { codeSplitting: false },
        },
      },
    },
  },
  builder: {
    // Both bundles use the same `chunkGroups`.
    sharedConfigBuild: true,
    async buildApp(builder) {
      await drawChunks()
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
})
