import { note } from '../../content/home.ts'
import { Picture } from '../../ui/picture.tsx'

export const CeoNote = () => (
  <section className="band" aria-labelledby="note">
    <div className="wide section note">
      <Picture src={note.picture} alt="" sizes="(min-width: 768px) 240px, 200px" className="portrait" />
      <div>
        <h2 id="note" className="font-display text-3xl sm:text-4xl">
          {note.title}
        </h2>
        <div className="mt-6 grid gap-4 text-lg leading-relaxed">
          {note.paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className="mt-6 font-semibold">{note.from}</p>
      </div>
    </div>
  </section>
)
