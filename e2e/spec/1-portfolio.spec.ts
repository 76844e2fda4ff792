import { expect, test } from './fixtures.ts'

const skills = [
  ['HTML', 80],
  ['JavaScript', 70],
  ['CSS', 80],
  ['ReactJs', 60],
  ['Bootstrap', 90],
  ['NodeJs', 60],
  ['Tailwind', 80],
  ['MongoDB', 50],
] as const

for (const [name, percent] of skills) {
  test(`§1 Portfolio: ${name} ${percent}`, async ({ sharedPage }) => {
    const bar = (await sharedPage('/portfolio')).getByLabel(name, { exact: true })
    await expect(bar).toHaveJSProperty('value', percent)
    await expect(bar).toBeVisible()
  })
}

test('§1 Portfolio: these eight skills and no other', async ({ sharedPage }) => {
  await expect((await sharedPage('/portfolio')).locator('progress, meter')).toHaveCount(skills.length)
})

test('§1 Portfolio: the percentage is written beside each bar', async ({ sharedPage }) => {
  const shown = await (await sharedPage('/portfolio')).locator('main').innerText()
  for (const [name, percent] of skills) expect(shown).toMatch(new RegExp(`${name}\\s*${percent}\\s?%`))
})

for (const { edge, property, value } of [
  { edge: 'from 0', property: 'min', value: 0 },
  { edge: 'to 100', property: 'max', value: 100 },
]) {
  test(`§9 Skill bars range ${edge}`, async ({ sharedPage }) => {
    const bars = (await sharedPage('/portfolio')).locator('progress, meter')
    expect(await bars.count()).toBeGreaterThan(0)
    for (const bar of await bars.all()) {
      // A <progress> always starts at 0 and has no `min` property.
      expect(await bar.evaluate((element, name) => Reflect.get(element, name) ?? 0, property)).toBe(value)
    }
  })
}
