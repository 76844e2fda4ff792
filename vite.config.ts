import { pathToFileURL } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const isData = (value: unknown): boolean =>
  !(value instanceof Object && ('_zod' in value || value instanceof RegExp))

/** Browsers call through the contract and never validate with it, so they get its calls without the shapes. */
const callsWithoutShapes: Plugin = {
  name: 'calls-without-shapes',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /src[\\/]contract[\\/](?!endpoint)\w+\.ts$/ },
    async handler(id) {
      const exported: Record<string, unknown> = await import(pathToFileURL(id).href)
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        const data = JSON.stringify(value, (_, part) => (isData(part) ? part : undefined))
        return data ? [`export const ${name} = ${data}`] : []
      })
      return { code: lines.join('\n'), moduleType: 'js' }
    },
  },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), callsWithoutShapes, reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files for all pages, and one for each page: the libraries, which stay in the browser's cache when
            // the shop changes, and whatever more than one page uses. On a slow line a file costs more than its bytes.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules[\\/](?!@stripe|prop-types|react-is|object-assign|loose-envify)/,
                },
                { name: 'shared', test: /src[\\/]/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // Decided here: asked at each start, React would be its development build wherever NODE_ENV is not set.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // One file on the server instead of hundreds of small ones: the shop starts faster.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
