// 3-D Secure: shows the bank's page over the shop's until the buyer answers.

import { colorSchemeOf, Frame } from './frame.js'

const overlayStyle = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: '0',
  padding: '0',
  border: 'none',
  background: 'rgb(0 0 0 / 55%)',
}

export function openChallenge(origin, intent, clientSecret, appearance = {}) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure authentication')
  Object.assign(dialog.style, overlayStyle)
  return new Promise(resolve => {
    const colorScheme = colorSchemeOf(appearance)
    const close = () => {
      frame.remove()
      dialog.close()
      dialog.remove()
      resolve()
    }
    const options = JSON.parse(JSON.stringify({ appearance, colorScheme }))
    const frame = new Frame(origin, `/stripe/3ds/${intent}`, '3-D Secure authentication', {
      hello: () => frame.send({ type: 'open', clientSecret, options }),
      done: close,
    })
    Object.assign(frame.element.style, { width: '100%', height: '100%', colorScheme })
    // Escape counts as a failed authentication.
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      close()
    })
    dialog.append(frame.element)
    document.body.append(dialog)
    dialog.showModal()
    frame.element.focus()
  })
}
