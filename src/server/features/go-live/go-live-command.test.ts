import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programFile } from '../../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../../tests/helpers/program-environment.ts'
import { withoutPooler } from '../../../../tests/helpers/shop.ts'
import { claimFolder } from '../../db/data-dir.ts'
import * as shopContent from '../../store/shop-content.ts'
import { rememberedMode } from '../../store/shop-mode.ts'

withoutPooler(
  'the command refuses while the shop runs, and lists the choices',
  async shop => {
    const { dataDir, databaseUrl } = shop.deps.config
    const script = programFile('scripts/go-live.ts')
    const env = {
      ...programEnvironment,
      DATA_DIR: dataDir,
      SHOP_NAME: 'Corner Shop',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [script, ...words], { env })
    await assert.rejects(run('--orders'), { code: 2 })
    if (databaseUrl) return assert.rejects(run(), /A shop is running on this PostgreSQL/)
    const claim = claimFolder(dataDir)
    await assert.rejects(run(), /Another process uses the data folder/)
    claim.release()
    const [ann, item] = [await shop.customer(), await shop.item()]
    await ann.order(item)
    await assert.rejects(run(), /There are 1 orders[\s\S]*--remove-orders[\s\S]*--keep-orders/)
    const { stdout } = await run('--remove-orders')
    assert.match(stdout, /This is now a live shop[\s\S]*prints a link that makes you its first admin/)
    assert.equal((await shopContent.read(shop.deps.db.read)).name, 'Corner Shop')
    assert.equal(await rememberedMode(shop.deps.db.read), 'live')
  },
  { SHOP_MODE: 'demo' },
)
