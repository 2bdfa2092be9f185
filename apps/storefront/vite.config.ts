import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { leanContract } from './build/lean-contract.ts'
import { precompress } from './build/precompress.ts'

const first = firstLoad(['src/entry-client.tsx', 'src/routes/event-list.tsx'])

/**
 * One command, two bundles: what browsers load (with a manifest for the server's preload links)
 * and what the server renders with. The latter brings all its dependencies, so that the server
 * process imports one file and no second copy of React can appear.
 */
export default defineConfig({
  plugins: [leanContract(), first.plugin, react(), tailwindcss(), precompress()],
  publicDir: false,
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: true },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A data: font or image would need a wider policy than 'self'.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: { codeSplitting: { groups: [first.group] } },
          input: {
            main: 'src/entry-client.tsx',
            theme: 'src/theme/set-theme.ts',
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
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
})
