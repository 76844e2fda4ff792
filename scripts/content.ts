import { pictureFilesOf } from '../src/server/adapters/picture-files.ts'
import { openWhileRunning } from '../src/server/db/open-existing.ts'
import { ContentRefused, folderOf } from '../src/server/features/content/content-file.ts'
import { exportContent } from '../src/server/features/content/export-content.ts'
import { importContent } from '../src/server/features/content/import-content.ts'
import { pathFromCaller, runCommand, settingsOfShop, UsageError } from './command.ts'

/** Exports or imports what the owner says about their shop; the shop may be running. */
await runCommand('content', async ({ words: [action = '', file = ''] }) => {
  if (action !== 'export' && action !== 'import') throw new UsageError(`Say export or import, not ${action}`)
  const path = pathFromCaller(file)
  const config = settingsOfShop()
  const db = await openWhileRunning(config)
  try {
    const deps = { db, pictureFiles: pictureFilesOf(config), now: Date.now }
    console.log(await (action === 'export' ? exported(deps, path) : imported(deps, path)))
    return true
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error
    for (const sentence of error.sentences) console.error(sentence)
    console.error(action === 'export' ? 'Nothing was exported.' : 'Nothing was changed.')
    return false
  } finally {
    await db.close()
  }
})

type ImportDeps = Parameters<typeof importContent>[0]

async function exported(deps: ImportDeps, path: string): Promise<string> {
  const files = await exportContent(deps, path)
  return files > 0
    ? `The content is in ${path}, its ${files} pictures and media are in ${folderOf(path)}.`
    : `The content is in ${path}. It has no uploaded pictures or media.`
}

async function imported(deps: ImportDeps, path: string): Promise<string> {
  const { version, isNew, files } = await importContent(deps, path)
  if (!isNew) return `The shop has this content already (version ${version}).`
  return `The shop shows this content now (version ${version}; ${files} files were new). An admin can undo it in “Your shop”.`
}
