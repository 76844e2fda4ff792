import { cp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** Loaded when they are first needed: pictures with compiled parts, and what draws invoices. */
export const separatePackages = ['sharp', 'pdfkit', 'fontkit']

/**
 * Programs of the server in a few files instead of a thousand. Kysely alone is hundreds of modules: reading them took
 * longer than everything else that a start does.
 */
export async function bundle(inputs: readonly string[], outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: {
        input: [...inputs],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true, external: [...separatePackages, 'pg-native'] },
  })
  // Vite makes it 'production' for all of this process, and for whatever it starts.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

/** Programs that open a shop, and next to them what it reads: its migrations, as they lie in the sources, and words. */
export async function bundleShop(programs: readonly string[], outDir: string): Promise<void> {
  await bundle([...programs, 'src/server/features/invoices/printer-thread.ts'], outDir)
  const beside = ['db/schema/migrations', 'adapters/common-passwords.br']
  for (const path of beside)
    await cp(join(root, 'src/server', path), resolve(root, outDir, basename(path)), { recursive: true })
}
