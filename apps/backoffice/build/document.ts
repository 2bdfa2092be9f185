import { brandCss, PLATFORM_HUE } from '@foyer/domain'
import type { Plugin } from 'vite'

/**
 * What the document needs before the app: the colours of the platform as a stylesheet, and `boot` as a
 * classic script in the head, so that the theme is set before the first paint.
 */
export function officeDocument(): Plugin {
  let base = '/'
  return {
    name: 'foyer:office-document',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base
    },
    transform: {
      filter: { id: /\/platform-colours\.css$/ },
      handler: () => ({ code: brandCss({ hue: PLATFORM_HUE }), map: null }),
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const boot = Object.values(bundle ?? {}).find(({ name }) => name === 'boot')
        if (!boot) return
        return [{ tag: 'script', attrs: { src: base + boot.fileName }, injectTo: 'head-prepend' }]
      },
    },
  }
}
