// The frame's side of the conversation with the shop's page. The page names its origin in the frame's address;
// a page of any other origin neither hears nor is heard.

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
 * The frame is as high as what it shows. A frame without height is not drawn, and one that is not drawn observes
 * nothing, so nothing is never reported and what changed is reported at once by the function returned.
 */
export function reportHeight(element) {
  const report = () => {
    const height = Math.ceil(element.getBoundingClientRect().height)
    if (height > 0) tell({ type: 'height', height })
  }
  new ResizeObserver(report).observe(element)
  return report
}
