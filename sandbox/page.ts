/** Safe HTML: the template escapes its values, except other `Html`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | Html[] | undefined

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? escapeValue(values[index]) : '')).join(''),
  )
}

function escapeValue(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(item => item.text).join('')
  return String(value).replace(/[<>&"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** Uses the shop's fonts (fonts.ts), so that a sandbox page does not look like a broken page of the shop. */
const style = `
  @font-face { font-family: Figtree; src: url(/fonts/figtree-latin.woff2) format("woff2"); font-weight: 300 900; font-display: swap }
  @font-face { font-family: "Young Serif"; src: url(/fonts/young-serif-latin.woff2) format("woff2"); font-display: swap }
  :root { color-scheme: light dark; --ink: light-dark(#2a241f, #efe7dd); --paper: light-dark(#faf6f0, #1d1916);
    --card: light-dark(#fff, #28231f); --line: light-dark(#e2d8cc, #443b34); --accent: light-dark(#9a4522, #e08a5f) }
  body { margin: 0; font: 16px/1.55 Figtree, system-ui, sans-serif; color: var(--ink); background: var(--paper) }
  main { max-width: 62rem; margin: 0 auto; padding: 1.5rem }
  header { border-bottom: 1px solid var(--line); background: var(--card) }
  header div { max-width: 62rem; margin: 0 auto; padding: .75rem 1.5rem; display: flex; gap: 1.25rem; flex-wrap: wrap; align-items: baseline }
  a { color: var(--accent) } h1 { font: 400 1.9rem/1.2 "Young Serif", Georgia, serif } h2 { font: 400 1.3rem/1.3 "Young Serif", Georgia, serif; margin-top: 0 }
  main.wide, body:has(main.wide) header div { max-width: 84rem }
  .card { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1rem }
  table { border-collapse: collapse; width: 100%; font-size: .92rem } th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; min-width: 5.5rem }
  td form + form, td button { margin-top: .3rem }
  .faults { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .25rem 1.5rem; align-items: end }
  button, .button { font: inherit; padding: .55rem 1rem; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: light-dark(#fff, #1d1916); cursor: pointer; text-decoration: none; display: inline-block; white-space: nowrap }
  button.quiet { background: none; color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  label { display: block; margin: .6rem 0 .2rem } input, select { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: inherit; max-width: 100% }
`

/** The layout of every sandbox page, with a notice that nothing is real. */
export function page(title: string, body: Html, width: 'usual' | 'wide' = 'usual'): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title} · Sandbox</title><style>${new Html(style)}</style></head>
<body>
<header><div><strong><a href="/">Sandbox</a></strong> <a href="/stripe">Cards</a> <a href="/google">Google</a> <a href="/github">GitHub</a> <a href="/imgbb">Pictures</a> <a href="/mailbox">Mailbox</a> <small>Nothing here is real: no money moves, no email leaves.</small></div></header>
<main class="${width}"><h1>${title}</h1>${body}</main>
</body>
</html>`.text
}
