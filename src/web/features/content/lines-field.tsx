import { useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'

interface LinesFieldProps {
  path: Path
  label: string
  hint?: string
  lines: readonly string[]
}

/** Several short texts, one per line. Blank lines stay while somebody types, and are not part of the content. */
export function LinesField({ path, lines, ...shown }: LinesFieldProps) {
  const { set } = useContentDraft()
  const joined = lines.join('\n')
  const [typed, setTyped] = useState(joined)
  return (
    <TextArea
      {...shown}
      name={path}
      required={false}
      value={linesIn(typed).join('\n') === joined ? typed : joined}
      onChange={({ target }) => {
        setTyped(target.value)
        set(path, linesIn(target.value))
      }}
    />
  )
}

const linesIn = (text: string): string[] => text.split('\n').filter(line => line.trim() !== '')
