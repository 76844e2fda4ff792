import { notesOf, type ShopNotes as Texts } from '#domain/shop-notes.ts'
import './shop-notes.css'

/** What the owner says about delivery, returns and contact; nothing while all of it is empty. */
export function ShopNotes({ of, isFolded = false }: { of: Texts; isFolded?: boolean }) {
  const notes = notesOf(of)
  if (notes.length === 0) return null
  return isFolded ? (
    <div className="fold folded-notes max-w-reading">
      {notes.map(({ title, text }) => (
        <details key={title}>
          <summary>{title}</summary>
          <NoteText text={text} />
        </details>
      ))}
    </div>
  ) : (
    <dl className="shop-notes">
      {notes.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <NoteText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const address = /([^\s@<>()]+@[^\s@<>()]+\.\w+)/

/** An email address in the text is a link. */
const NoteText = ({ text }: { text: string }) => (
  <p className="whitespace-pre-line wrap-anywhere">
    {text.split(address).map((part, index) =>
      index % 2 === 1 ? (
        <a key={part} href={`mailto:${part}`}>
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
