import { cp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** Loaded when first needed: the picture library with its compiled parts, and the libraries that draw invoices. */
export const separatePackages = ['sharp', 'pdfkit', 'fontkit']

/**
 * Bundles programs of the server into a few files instead of a thousand. Kysely alone has hundreds of modules: reading
 * them took longer than the rest of a start.
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
  // Vite sets it to 'production' for this process and its children.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

/**
 * Bundles programs that open a shop, and copies the files that they read next to them: the migrations and the common
 * passwords.
 */
export async function bundleShop(programs: readonly string[], outDir: string): Promise<void> {
  await bundle([...programs, 'src/server/features/invoices/printer-thread.ts'], outDir)
  const beside = ['db/schema/migrations', 'adapters/common-passwords.br']
  for (const path of beside)
    await cp(join(root, 'src/server', path), resolve(root, outDir, basename(path)), { recursive: true })
}
