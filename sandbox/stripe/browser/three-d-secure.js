// The 3-D Secure page, in a frame of the provider's origin.

import { applyLook } from './look.js'
import { listen, tell } from './parent.js'

const intent = document.body.dataset.intent
const buttons = [...document.querySelectorAll('button')]
const message = document.getElementById('message')

let secret = ''

async function answer(outcome) {
  for (const button of buttons) button.disabled = true
  message.textContent = 'One moment …'
  try {
    const reply = await fetch(`/stripe/3ds/${intent}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: secret, outcome }),
    })
    // A 400 means that the payment no longer waits for an answer; the page will read its status.
    if (reply.ok || reply.status === 400) return tell({ type: 'done' })
  } catch {
    // Falls through to the message below.
  }
  message.textContent = 'The bank could not be reached. Please try again.'
  for (const button of buttons) button.disabled = false
}

for (const button of buttons) button.addEventListener('click', () => answer(button.value))
listen({
  open: ({ clientSecret, options }) => {
    secret = clientSecret
    applyLook(options)
    for (const button of buttons) button.disabled = false
    buttons[0]?.focus()
  },
})
tell({ type: 'hello' })
