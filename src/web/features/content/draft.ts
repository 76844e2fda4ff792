import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type PublicContent,
  publicContent,
  type SavedVersion,
  type ShopContent,
  shopContent,
} from '#contract/shop-content.ts'
import { shopCurrency } from '#domain/currency.ts'
import { separatorFault } from '#domain/typed-number.ts'
import { call } from '../../api/call.ts'
import { useContent, useShowContent } from '../../api/content.ts'
import { hasCode } from '../../api/problem-error.ts'
import type { FormRules } from '../../ui/form.tsx'
import { adoptStyles, lookCss } from '../../ui/look.ts'
import { limitsOf, shapeAt } from '../../ui/shape-rules.ts'
import { kindAt } from './fields.ts'
import { type Path, valueAt, withValue } from './path.ts'
import { savedContent, subscriberCount } from './queries.ts'

interface Draft {
  /** The version that the changes are based on. */
  seen: SavedVersion
  content: ShopContent
}

/** What somebody else has saved since the form was opened. */
export interface Conflict {
  by: string
  /** Changed here and there. */
  both: readonly Key[]
}

type Key = keyof ShopContent

const draftKey = ['shopContent', 'draft']

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** What is not a number yet differs from an empty field. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inside: unknown) => (Number.isNaN(inside) ? 'NaN' : inside))

const keysChanged = (before: ShopContent, after: ShopContent): Key[] =>
  (Object.keys(after) as Key[]).filter(key => !isSame(before[key], after[key]))

/** What was saved, with what has changed since `base` on top. */
const withChanges = (saved: ShopContent, base: ShopContent, now: ShopContent): ShopContent => ({
  ...saved,
  ...Object.fromEntries(keysChanged(base, now).map(key => [key, now[key]])),
})

/** The unsaved content. It survives closing the panel, so that nothing typed is lost. */
export function useDraft(saved: SavedVersion) {
  const client = useQueryClient()
  const show = useShowContent()
  const hasBox = useContent().newsletter !== null
  const [draft, setDraft] = useState<Draft>(
    () => client.getQueryData<Draft>(draftKey) ?? { seen: saved, content: saved.content },
  )
  const [conflict, setConflict] = useState<Conflict>()
  const [replaced, setReplaced] = useState(0)
  const { seen, content } = draft
  const changed = keysChanged(seen.content, content)
  const isChanged = changed.length > 0

  useEffect(() => {
    // Nothing observes it, and such data is forgotten after a while.
    client.setQueryDefaults(draftKey, { gcTime: Number.POSITIVE_INFINITY })
    if (isChanged) client.setQueryData(draftKey, draft)
    else client.removeQueries({ queryKey: draftKey })
  }, [client, draft, isChanged])
  useWarningBeforeUnload(isChanged)

  /** Other content takes the place of the draft. */
  function replace(next: (now: Draft) => Draft): void {
    setReplaced(times => times + 1)
    setDraft(next)
  }

  function showSaved(next: SavedVersion): void {
    client.setQueryData(savedContent.queryKey, next)
    setConflict(undefined)
    void asVisitorsSee(next.content).then(show)
    showLook(next.content)
  }

  /** As the shop serves it: without mail nobody can confirm an address. */
  async function asVisitorsSee(saved: ShopContent): Promise<PublicContent> {
    const shown = publicContent(saved)
    if (!shown.newsletter || hasBox) return shown
    const { canSubscribe } = await client
      .ensureQueryData(subscriberCount)
      .catch(() => ({ canSubscribe: false }))
    return canSubscribe ? shown : { ...shown, newsletter: null }
  }

  /** Puts the changes of this form on top of what somebody else has saved. */
  async function rebase(): Promise<void> {
    const theirs = await client.fetchQuery({ ...savedContent, staleTime: 0 })
    const theirChanges = keysChanged(seen.content, theirs.content)
    setConflict({
      by: theirs.savedBy ?? 'Another admin',
      both: changed.filter(key => theirChanges.includes(key)),
    })
    replace(now => ({ seen: theirs, content: withChanges(theirs.content, seen.content, now.content) }))
  }

  async function orRebase(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (hasCode(error, 'changed_meanwhile')) await rebase()
      throw error
    }
  }

  return {
    seen,
    content,
    isChanged,
    conflict,
    /** How often other content took the place of the draft; an upload that began before does not belong to it. */
    replaced,
    set: (path: Path, value: unknown) =>
      setDraft(before => ({ ...before, content: withValue(before.content, path, value) })),
    discard(): void {
      setConflict(undefined)
      replace(() => ({ seen, content: seen.content }))
    },
    save: (sent: ShopContent) =>
      orRebase(async () => {
        const next = await call('PUT /shopContent', { body: { version: seen.version, content: sent } })
        showSaved(next)
        // An upload may have ended meanwhile.
        flushSync(() =>
          setDraft(now => ({ seen: next, content: withChanges(next.content, content, now.content) })),
        )
        reloadInCurrencyOf(next.content)
      }),
    undo: () =>
      orRebase(async () => {
        const next = await call('POST /shopContent/undo', { body: { version: seen.version } })
        showSaved(next)
        flushSync(() => replace(() => ({ seen: next, content: next.content })))
        reloadInCurrencyOf(next.content)
      }),
  }
}

/** Every amount on the page was written in the currency that the page came with. */
function reloadInCurrencyOf({ currency }: ShopContent): void {
  if (currency !== shopCurrency().code) window.location.reload()
}

export type ContentDraft = ReturnType<typeof useDraft>

/** The rules of the contract for the draft. The form's own values only explain why there is no number. */
export const rulesFor = (content: ShopContent): FormRules<ShopContent> => ({
  read(values) {
    const { data, error } = shopContent.safeParse(content)
    if (!error) return { sent: data }
    const errors: Record<string, string> = {}
    for (const { path, message } of error.issues) {
      const kind = kindAt(path)
      const isLine = kind === 'lines' && typeof path.at(-1) === 'number'
      const name = (isLine ? path.slice(0, -1) : path).join('.')
      const misread = kind?.endsWith('number') ? separatorFault(values[name] ?? '') : undefined
      errors[name] ??=
        misread ?? (isLine ? `${quoted(valueAt(content, path.join('.')))}: ${message}` : message)
    }
    return { errors }
  },
  limitsOf: path => limitsOf(shapeAt(shopContent, path)),
})

/** The beginning of a line, because its field shows all of them. */
const quoted = (line: unknown): string =>
  `“${String(line).replace(new RegExp(`^(.{${quotedLength}}).+$`, 'u'), '$1…')}”`

const quotedLength = 28

/** The value of a field without content: null where it may be left out. */
export const emptyAt = (path: Path): '' | null =>
  shapeAt(shopContent, path)?._zod.def.type === 'nullable' ? null : ''

/** The look that was saved last, in place of the one that came with the page. */
function showLook(content: ShopContent): void {
  for (const { sheet } of document.querySelectorAll<HTMLStyleElement>('style[data-look]'))
    if (sheet) sheet.disabled = true
  document.adoptedStyleSheets = []
  adoptStyles(lookCss(content))
}

function useWarningBeforeUnload(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
}
