import type { ShopContent } from '#contract/shop-content.ts'
import { Picture } from '../../ui/picture.tsx'

export const CeoNote = ({ note }: { note: NonNullable<ShopContent['note']> }) => (
  <section className="band" aria-labelledby="note">
    <div className="wide section note">
      {note.picture && (
        <Picture src={note.picture} alt="" sizes="(min-width: 768px) 240px, 200px" className="portrait" />
      )}
      <div>
        <h2 id="note" className="font-display text-3xl sm:text-4xl">
          {note.title}
        </h2>
        <div className="mt-6 grid gap-4 text-lg leading-relaxed">
          {paragraphsIn(note.letter).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be alike
            <p key={index}>{paragraph}</p>
          ))}
        </div>
        {note.signature && <Picture whole src={note.signature} alt="" sizes="192px" className="signature" />}
        <p className="mt-6 font-semibold">{note.from}</p>
      </div>
    </div>
  </section>
)

const paragraphsIn = (letter: string): string[] => letter.split('\n').filter(line => line.trim() !== '')
