import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ListedItem } from '#contract/managed-items.ts'
import type { Explanation } from '../../api/problem-error.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Submit } from '../../ui/submit.tsx'

type FigureName = 'price' | 'availableQuantity'

interface FigureInRowProps<Name extends FigureName> {
  item: ListedItem
  name: Name
  label: string
  /** The attributes of its input. */
  input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'step' | 'onBeforeInput'>
  rules: FormRules<Record<Name, number>>
  /** Gets the item that the admin saw when they began to type. */
  onSave: (value: number, seen: ListedItem) => Promise<unknown>
  explain: (error: unknown) => Explanation
  /** What somebody else wrote meanwhile. `stop` gives up what was typed. */
  conflict?: (seen: ListedItem, stop: () => void) => ReactNode
}

const wholeNumber = { type: 'number', inputMode: 'numeric' } as const

/** A figure of an item that is edited in its row: Enter or Save sends it, Escape restores it. */
export function FigureInRow<Name extends FigureName>(props: FigureInRowProps<Name>) {
  const { item, name, label, input: attributes = wholeNumber, rules, onSave, explain, conflict } = props
  // A background refetch does not count as seen.
  const [typing, setTyping] = useState<{ text: string; seen: ListedItem }>()
  const seen = typing?.seen ?? item
  const shown = String(seen[name])
  const text = typing?.text ?? shown
  const stop = () => setTyping(undefined)
  return (
    <Form
      rules={rules}
      explain={explain}
      className="row-figure"
      onSend={async sent => {
        if (sent[name] !== seen[name]) await onSave(sent[name], seen)
        stop()
      }}
    >
      <Field
        name={name}
        label={label}
        aria-label={`${label} of ${item.name}`}
        {...attributes}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onFocus={event => event.target.select()}
        onChange={event => setTyping({ text: event.target.value, seen })}
        onKeyDown={event => {
          if (event.key === 'Escape') stop()
        }}
        frame={input => (
          <div className="row-figure-line">
            {input}
            <KeepFocus>{text !== shown && <Submit quiet>Save</Submit>}</KeepFocus>
          </div>
        )}
      />
      {typing && conflict?.(seen, stop)}
    </Form>
  )
}
