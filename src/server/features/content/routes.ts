import { content as contract } from '#contract/shop-content.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as shopContent from '../../store/shop-content.ts'
import { saveEdited, undoContent } from './save-content.ts'

/** Name, look and content of the shop, as its admins change them. */
export function contentRoutes(serve: Serve, deps: Deps): void {
  serve(contract.read, () => shopContent.readSaved(deps.db.read, deps.now()))
  serve(contract.save, ({ caller, body }) => saveEdited(deps, caller, body))
  serve(contract.undo, ({ caller, body }) => undoContent(deps, caller, body.version))
}
