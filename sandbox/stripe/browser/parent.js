// The frame's side of the messaging with the shop's page. The page puts its origin into the frame's URL; a page of
// any other origin can neither send nor receive messages.

const origin = new URLSearchParams(location.search).get('parent')

export function tell(message) {
  if (window.parent !== window && origin) window.parent.postMessage({ stripe: true, ...message }, origin)
}

export function listen(handlers) {
  window.addEventListener('message', event => {
    if (event.source !== window.parent || event.origin !== origin || event.data?.stripe !== true) return
    handlers[event.data.type]?.(event.data)
  })
}

/**
 * Keeps the frame as high as its content. A frame of height 0 is not rendered, so its observers do not run. Therefore a
 * height of 0 is never reported, and the returned function reports a change immediately.
 */
export function reportHeight(element) {
  const report = () => {
    const height = Math.ceil(element.getBoundingClientRect().height)
    if (height > 0) tell({ type: 'height', height })
  }
  new ResizeObserver(report).observe(element)
  return report
}
