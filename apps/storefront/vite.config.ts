import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract } from './build/lean-contract.ts'
import { precompress } from './build/precompress.ts'
import { chunkGroups, drawChunks } from './build/shared-chunks.ts'

/**
 * One command, two bundles: what browsers load (with a manifest for the server's preload links)
 * and what the server renders with. The latter brings all its dependencies, so that the server
 * process imports one file and no second copy of React can appear.
 */
export default defineConfig({
  plugins: [leanContract(), react(), tailwindcss(), precompress()],
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
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The policy has no room for data: fonts, and browsers none for a data: sprite.
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
            // A worker is known by its address; browsers ask anew whether it has changed.
            entryFileNames: ({ name }) =>
              name === 'tickets-worker' ? '[name].js' : 'assets/[name]-[hash].js',
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
    // Both bundles see the one `chunkGroups`.
    sharedConfigBuild: true,
    async buildApp(builder) {
      await drawChunks()
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
})
