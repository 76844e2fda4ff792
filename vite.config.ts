import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files that every page needs, instead of twenty: the libraries, which stay in the browser's cache
            // when the shop changes, and the shop's own shared parts.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules[\\/](?!@stripe|prop-types|react-is|object-assign|loose-envify)/,
                },
                { name: 'shared', test: /src[\\/](web[\\/](api|ui)|contract|domain)[\\/]/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
  // One file on the server instead of hundreds of small ones: the shop starts faster.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
