const json = { 'content-type': 'application/json' }

/** Makes one call and throws unless it succeeds. */
export async function call<T>(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ answer: T; cookie: string }> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: String(body) }) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { answer: (await response.json()) as T, cookie }
}

/** Signs in with a password and returns the session token. */
export async function enter(url: string, email: string, password: string): Promise<string> {
  const proof = await call(`${url}/api/auth/sign-in`, 'POST', json, JSON.stringify({ email, password }))
  const entered = await call<{ token: string }>(
    `${url}/api/users/${encodeURIComponent(email)}`,
    'PUT',
    { ...json, cookie: proof.cookie },
    JSON.stringify({ email }),
  )
  return entered.answer.token
}
