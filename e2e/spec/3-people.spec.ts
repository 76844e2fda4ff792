import { demoAdmin, expect, hydrated, test } from './fixtures.ts'

test('§3 Profile: name, email, address, education, linkedin, mobileNumber', async ({ people: { user } }) => {
  const profile = await (await user.call('GET', `/myProfile/${user.email}`)).json()
  expect(Object.keys(profile).sort()).toEqual(
    ['name', 'email', 'address', 'education', 'linkedin', 'mobileNumber'].sort(),
  )
})

test('§3 Review: name, comment, starRating', async ({ people }) => {
  const reviews: object[] = await (await people.visitor('GET', '/reviews')).json()
  for (const review of reviews) {
    expect(review).toMatchObject({ name: expect.any(String), comment: expect.any(String) })
    expect(Reflect.get(review, 'starRating')).toEqual(expect.any(Number))
  }
  expect(reviews.length).toBeGreaterThan(0)
})

for (const starRating of [1, 5]) {
  test(`§3 Review: starRating ${starRating} is taken`, async ({ people: { user } }) => {
    const answer = await user.call('POST', '/myReview', { name: 'Ann Example', comment: 'Fine', starRating })
    expect(answer.status()).toBe(201)
    expect(await answer.json()).toMatchObject({ starRating })
  })
}

for (const starRating of [0, 6, 2.5]) {
  test(`§3 Review: starRating ${starRating} is refused: whole numbers 1 to 5 only`, async ({
    people: { user },
  }) => {
    const answer = await user.call('POST', '/myReview', { name: 'Ann Example', comment: 'Fine', starRating })
    expect(answer.status()).toBe(400)
    expect(Object.keys((await answer.json()).fields)).toEqual(['starRating'])
  })
}

test('§3 Star control: 5 stars', async ({ sharedPage }) => {
  await expect((await sharedPage('/starRating')).locator('main').getByRole('radio')).toHaveCount(5)
})

test('§3 Star control: size 45', async ({ sharedPage }) => {
  const stars = (await sharedPage('/starRating')).locator('main svg.star')
  for (const star of await stars.all()) {
    expect(await star.boundingBox()).toMatchObject({ width: 45, height: 45 })
  }
  await expect(stars).toHaveCount(5)
})

test('§3 Star control: gold up to the chosen star', async ({ page }) => {
  await page.goto('/starRating')
  await hydrated(page)
  await test.step('§2 The star rating component is editable on its own route', async () => {
    await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  })
  const fills = await page
    .locator('main svg.star')
    .evaluateAll(stars => stars.map(star => getComputedStyle(star).fill))
  const gold = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return []
    const star = document.querySelector('main svg.star')
    canvas.fillStyle = star ? getComputedStyle(star).fill : ''
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  const [red = 0, green = 0, blue = 0] = gold
  expect(red).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(blue + 60)
  expect(new Set(fills.slice(0, 3)).size).toBe(1)
  expect(fills[3]).not.toBe(fills[0])
  expect(fills[4]).toBe(fills[3])
})

test('§3 Star control: default value 2 when none was chosen', async ({ sharedPage }) => {
  const page = await sharedPage('/starRating')
  await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked()
})

test('§3 User record: email and role', async ({ people }) => {
  const users: object[] = await (await people.admin.call('GET', '/users?limit=200')).json()
  for (const user of users) {
    expect(user).toMatchObject({ email: expect.any(String) })
    expect(user).toHaveProperty('role')
  }
  expect(users.length).toBeGreaterThan(0)
})

test('§3 User record: a truthy role means admin', async ({ people }) => {
  const users: { email: string; role: unknown }[] = await (
    await people.admin.call('GET', '/users?limit=200')
  ).json()
  const roleOf = (email: string) => users.find(user => user.email === email)?.role
  expect(roleOf(demoAdmin.email)).toBeTruthy()
  expect(roleOf(people.user.email)).toBeFalsy()
})

for (const { who, admin } of [
  { who: 'admin', admin: true },
  { who: 'user', admin: false },
] as const) {
  test(`§3 Admin check response: admin is ${admin} for ${who}`, async ({ people }) => {
    const { call, email } = people[who]
    expect(await (await call('GET', `/admin/${email}`)).json()).toEqual({ admin })
  })
}

test('§3 Signed-in user: uid, email, displayName, photoURL', async ({ people: { user } }) => {
  expect(await (await user.call('GET', '/auth/me')).json()).toMatchObject({
    uid: expect.any(String),
    email: user.email,
    displayName: user.name,
    photoURL: null,
  })
})
