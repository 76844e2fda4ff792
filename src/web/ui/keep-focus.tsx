import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * Takes the focus when the focused control inside disappears, such as a button that has done its work. Browsers would
 * move it to the body, and keyboard users would start at the top of the page.
 */
export function KeepFocus(props: ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  })
  const note = (inside: boolean) => () => {
    isInside.current = inside
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
  return <div {...props} ref={box} tabIndex={-1} onFocus={note(true)} onBlur={note(false)} />
}
