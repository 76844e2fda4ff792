import { demoAccounts } from '../../src/server/store/demo-ids.ts'

const json = { 'content-type': 'application/json' }

/** Signs the demo's user or admin in over HTTP. */
export async function signedIn(url: string, label: (typeof demoAccounts)[number]['label'] = 'User') {
  const { email, password } = demoAccounts.find(account => account.label === label) ?? demoAccounts[0]
  const proven = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password }),
  })
  const cookie = proven.headers.get('set-cookie')?.split(';')[0] ?? ''
  const entered = await fetch(`${url}/api/users/${email}`, {
    method: 'PUT',
    headers: { ...json, cookie },
    body: JSON.stringify({ email }),
  })
  const { token } = await entered.json()
  const headers = { ...json, authorization: `Bearer ${token}` }
  return {
    email,
    headers,
    post: (path: string, body: object) =>
      fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}
