// API requests with the publishable key, in Stripe's form encoding.

const connectionError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

/** Returns the response body or `{error}`; never throws. */
export async function ask(origin, key, method, path, parameters = {}) {
  const form = new URLSearchParams(pairsOf(parameters)).toString()
  const address = `${origin}/v1/${path}`
  try {
    const answer = await fetch(method === 'GET' ? `${address}?${form}` : address, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    })
    return await answer.json()
  } catch {
    return { error: connectionError }
  }
}

function pairsOf(value, prefix = '') {
  return Object.entries(value).flatMap(([key, item]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    if (item === undefined || item === null) return []
    return typeof item === 'object' ? pairsOf(item, name) : [[name, String(item)]]
  })
}
