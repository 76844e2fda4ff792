/** A parsed form body with brackets, such as `metadata[order]=7&expand[]=latest_charge`. */
export type FormValue = string | Form
export type Form = Map<string, FormValue>

const maxDepth = 8

export function parseForm(text: string): Form {
  const root: Form = new Map()
  for (const [name, value] of new URLSearchParams(text)) setAt(root, pathOf(name), value)
  return root
}

/** 'a[b][]' is ['a', 'b', '']: an empty step means the next free index. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const steps = name.slice(open + 1, -1).split('][')
  return steps.length > maxDepth ? [name] : [name.slice(0, open), ...steps]
}

function setAt(form: Form, path: string[], value: string): void {
  const [first = '', ...rest] = path
  const step = first === '' ? String(form.size) : first
  if (rest.length === 0) {
    form.set(step, value)
    return
  }
  const below = form.get(step)
  const child: Form = below instanceof Map ? below : new Map()
  form.set(step, child)
  setAt(child, rest, value)
}
