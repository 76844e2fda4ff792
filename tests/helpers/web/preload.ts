import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import './window.ts'

/**
 * For tests of src/web: Node strips types but does not read JSX, so .tsx goes through the transform that the build
 * uses, and style sheets are left out. Loaded with --import, because libraries look for a window when they load.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    // A folder, which bundlers take and Node does not.
    return nextResolve(specifier.endsWith('stripe-js/pure') ? `${specifier}/index.mjs` : specifier, context)
  },
  load(url, context, nextLoad) {
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      sourcemap: false,
      // Else it looks for one beside each file.
      tsconfig: false,
    })
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
