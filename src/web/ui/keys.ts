/** Whether keys pressed here are text or choose something in a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')

/** An open modal dialog takes all keys. */
export const isModalOpen = (): boolean =>
  [...document.querySelectorAll('dialog')].some(({ open, dataset }) => open && dataset.modal !== 'false')
