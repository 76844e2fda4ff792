import assert from 'node:assert/strict'
import { emptyContent, type SavedVersion, shopContent } from '#contract/shop-content.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { demoContent } from '../../demo/content.ts'
import * as shopContentStore from '../../store/shop-content.ts'

const read = async (admin: Customer) => (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()

const save = (admin: Customer, version: number, content: object) =>
  admin.call('PUT', '/api/shopContent', { version, content })

onBothEngines('an admin changes the content and undoes the change', async shop => {
  const admin = await newAdmin(shop)
  const first = await read(admin)
  assert.deepEqual([first.version, first.savedBy, first.canUndo], [1, null, false])
  const named = { ...first.content, name: 'Atelier Lumière' }
  const saved = (await save(admin, 1, named)).json<SavedVersion>()
  assert.deepEqual([saved.version, saved.content.name, saved.savedBy], [2, 'Atelier Lumière', admin.email])
  const again = await save(admin, 1, named)
  assert.deepEqual([again.statusCode, again.json().version], [200, 2], 'the same again changes nothing')
  const undone = (await admin.call('POST', '/api/shopContent/undo', { version: 2 })).json<SavedVersion>()
  assert.deepEqual([undone.version, undone.content], [3, first.content])
  const { json } = await admin.call('GET', '/api/audit?limit=5')
  const acts = json<{ what: string; detail: object }[]>().filter(({ what }) => what === 'content_changed')
  assert.deepEqual(
    acts.map(({ detail }) => detail),
    [
      { version: 3, changed: ['name'] },
      { version: 2, changed: ['name'] },
    ],
  )
})

/** Fails if only a save can be repeated: whoever undoes would read that they saved meanwhile. */
onBothEngines('an undo whose answer was lost can be asked for again', async shop => {
  const admin = await newAdmin(shop)
  const { content } = await read(admin)
  await save(admin, 1, { ...content, slogan: 'Two' })
  await save(admin, 2, { ...content, slogan: 'Three' })
  const undo = () => admin.call('POST', '/api/shopContent/undo', { version: 3 })
  for (const answer of [await undo(), await undo()]) {
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual([answer.json().version, answer.json().content.slogan], [4, 'Two'])
  }
  await save(admin, 4, { ...content, slogan: 'Five' })
  assert.equal((await undo()).json().code, 'changed_meanwhile')
})

/** Fails if the mode is not looked at: the next visitor of the demo finds no team, and /team is not found. */
onBothEngines(
  'in a demo every section can be changed, and none be left out',
  async shop => {
    const admin = await newAdmin(shop)
    const { content } = await read(admin)
    for (const [without, name] of [
      [{ team: [] }, 'the team'],
      [{ portfolio: null }, 'the portfolio'],
      [{ showsReviews: false }, 'the reviews'],
      [{ banners: [] }, 'the banners'],
      [{ newsletter: null }, 'the newsletter'],
    ] as const) {
      const refused = await save(admin, 1, { ...content, ...without })
      const sentence = `This is a demo: ${name} can be changed, but not left out.`
      const [field] = Object.keys(without)
      assert.deepEqual([refused.statusCode, refused.json().detail], [400, sentence])
      assert.deepEqual(refused.json().fields, { [`content.${field}`]: sentence })
    }
    const named = { ...content, name: 'Mine', team: content.team.slice(0, 1) }
    assert.equal((await save(admin, 1, named)).statusCode, 200)
  },
  { SHOP_MODE: 'demo' },
)

/** Fails if the version is not checked: the slower admin would overwrite the other’s work. */
onBothEngines('of two admins who save simultaneously, one gets a conflict', async shop => {
  const [ann, bob] = [await newAdmin(shop), await newAdmin(shop)]
  const { content } = await read(ann)
  const names = ['One', 'Two'].map(name => ({ ...content, name }))
  const answers = await Promise.all([save(ann, 1, names[0] ?? {}), save(bob, 1, names[1] ?? {})])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
  assert.equal(refused.code, 'changed_meanwhile')
  assert.equal((await read(ann)).version, 2)
})

/** Fails if a shop without an address prints an empty line, or a comma after its name. */
onBothEngines('documents and emails get the address line by line, without empty ones', async shop => {
  const { db, config } = shop.deps
  for (const [address, lines] of [
    ['', []],
    ['3 Rue Neuve\n\n 69002 Lyon ', ['3 Rue Neuve', '69002 Lyon']],
  ] as const) {
    await changeContent(shop, { address })
    assert.deepEqual((await shopContentStore.readDetails(db.read, config)).address, lines)
  }
})

/** Fails if only the number of the next version decides: once old versions are deleted, theirs are free again. */
onBothEngines('a form that is older than every version that is kept is refused', async shop => {
  const admin = await newAdmin(shop)
  const { content } = await read(admin)
  for (const version of [1, 2]) await save(admin, version, { ...content, slogan: `After ${version}` })
  await shop.deps.db.write(tx => shopContentStore.deleteOld(tx, shop.deps.now(), 10))
  const refused = await save(admin, 1, { ...content, slogan: 'Old' })
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'changed_meanwhile'])
  assert.deepEqual([(await read(admin)).version, (await read(admin)).content.slogan], [3, 'After 2'])
})

onBothEngines('bad content is refused with a sentence at its field and changes nothing', async shop => {
  const admin = await newAdmin(shop)
  const { content } = await read(admin)
  const question = { question: 'Why?', answer: 'Because.' }
  for (const [wrong, field, sentence] of [
    [{ name: '' }, 'content.name', 'Enter the name of your shop.'],
    [{ accent: 'red' }, 'content.accent', 'Choose a color such as #1f6f6b.'],
    [
      { columns: [{ title: 'Legal', links: [{ label: 'Terms', to: 'javascript:alert(1)' }] }] },
      'content.columns.0.links.0.to',
      'A link must begin with https://, mailto:, tel:, / or #.',
    ],
    [
      { questions: { title: 'Questions', list: Array.from({ length: 41 }, () => question) } },
      'content.questions.list',
      'Use at most 40 questions.',
    ],
    // Fails if an address without a protocol counts as a page of the shop: it leads elsewhere.
    [
      { columns: [{ title: 'Legal', links: [{ label: 'Terms', to: '//evil.example' }] }] },
      'content.columns.0.links.0.to',
      'A link must begin with https://, mailto:, tel:, / or #.',
    ],
    // Fails if the bound of all JSON answers first: it names no field.
    [
      { questions: { title: 'Questions', list: Array.from({ length: 10_000 }, () => question) } },
      'content.questions.list',
      'Use at most 40 questions.',
    ],
    [{ mark: '/images/x.svg?<script>' }, 'content.mark', 'Upload a picture.'],
  ] as const) {
    const refused = await save(admin, 1, { ...content, ...wrong })
    assert.equal(refused.statusCode, 400, field)
    assert.equal(refused.json().fields[field], sentence, JSON.stringify(refused.json().fields))
  }
  assert.equal((await read(admin)).version, 1)
  const ann = await shop.customer()
  assert.equal((await save(ann, 1, content)).statusCode, 403)
})

onBothEngines('the fullest shop in a script of three bytes a letter can be saved', async shop => {
  const admin = await newAdmin(shop)
  const { content } = await read(admin)
  const list = Array.from({ length: 40 }, () => ({ question: '問'.repeat(160), answer: '答'.repeat(2000) }))
  const bio = '人'.repeat(400)
  const team = Array.from({ length: 24 }, () => ({ name: '名'.repeat(80), role: '', bio, picture: null }))
  const full = { ...content, questions: { title: '問', list }, team }
  const saved = await save(admin, 1, full)
  assert.deepEqual([saved.statusCode, saved.json().content], [200, full])
})

onBothEngines('the initial contents match the schema', async shop => {
  for (const content of [demoContent, emptyContent('Atelier')])
    assert.deepEqual(shopContent.parse(content), content)
  const admin = await newAdmin(shop)
  assert.deepEqual((await read(admin)).content.banners, [])
})
